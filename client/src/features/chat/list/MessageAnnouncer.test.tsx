import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteMessage } from '@/stores/roomlog/events.fixture';
import { showAround, showHistory, showOlderPage } from '@/stores/roomlog/historyPages';
import { bodies, body, read } from '@/stores/roomlog/messages.fixture';
import { addMessage, openRoom } from '@/stores/roomlog/roomLog';
import { MessageAnnouncer } from './MessageAnnouncer';

beforeEach(() => {
  vi.useFakeTimers();
  openRoom('general');
  showHistory(bodies(51, 100));
  render(<MessageAnnouncer me="u-me" />);
});

afterEach(() => vi.useRealTimers());

const gathered = () => act(() => vi.advanceTimersByTime(300));
const log = () => screen.getByRole('log', { name: 'New messages' });

it('says what others write, not the history, older pages or oneself', () => {
  act(() => {
    showOlderPage(read(bodies(1, 50)));
    addMessage(body({ seq: 101, message: 'hello there' }));
    addMessage(body({ seq: 102, user_id: 'u-me', message: 'my own' }));
  });
  expect(log()).toBeEmptyDOMElement();
  gathered();
  expect(log()).toHaveTextContent(/^ann: hello there$/);
});

// Pages below a message that was jumped to, and the way back, were announced as new.
it('is silent about what is loaded at the end of a list that was cut', () => {
  act(() => showAround(read(bodies(1, 20))));
  act(() => showAround(read(bodies(15, 40))));
  act(() => showHistory(bodies(51, 100)));
  gathered();
  expect(log()).toBeEmptyDOMElement();
  act(() => void addMessage(body({ seq: 101, message: 'hello there' })));
  gathered();
  expect(log()).toHaveTextContent(/^ann: hello there$/);
});

// The region used to keep a deleted text.
it('forgets a text that is deleted (CHAT-11)', () => {
  act(() => void addMessage(body({ seq: 101, message: 'secret' })));
  gathered();
  expect(log()).toHaveTextContent('secret');
  act(() => deleteMessage('m101'));
  expect(log()).toBeEmptyDOMElement();
});

it('announces the first message of an empty room', () => {
  act(() => {
    openRoom('night-watch');
    showHistory([]);
  });
  act(() => void addMessage(body({ seq: 1, message: 'first of all' })));
  gathered();
  expect(log()).toHaveTextContent('first of all');
});

// In a busy room the region changed with every message, for nobody to follow.
it('announces together what comes together, the last five', () => {
  for (let seq = 101; seq <= 110; seq++) act(() => void addMessage(body({ seq, message: `n${seq}` })));
  expect(log()).toBeEmptyDOMElement();
  gathered();
  expect(log()).toHaveTextContent('ann: n106ann: n107ann: n108ann: n109ann: n110');
});
