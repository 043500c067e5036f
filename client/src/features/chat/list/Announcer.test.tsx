import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addMessage, openRoom } from '@/stores/chat';
import { bodies, body } from '@/stores/chat.fixture';
import { deleteMessage } from '@/stores/chatChanges';
import { showHistory, showOlderPage } from '@/stores/chatPages';
import { Announcer } from './Announcer';

beforeEach(() => {
  openRoom('general');
  showHistory(bodies(51, 100));
  render(<Announcer me="u-me" />);
});

const log = () => screen.getByRole('log', { name: 'New messages' });

it('says what others write, not the history, older pages or oneself', () => {
  act(() => {
    showOlderPage(bodies(1, 50));
    addMessage(body({ seq: 101, message: 'hello there' }));
    addMessage(body({ seq: 102, user_id: 'u-me', message: 'my own' }));
  });
  expect(log()).toHaveTextContent(/^ann: hello there$/);
});

// The region used to keep a deleted text.
it('forgets a text that is deleted (CHAT-11)', () => {
  act(() => void addMessage(body({ seq: 101, message: 'secret' })));
  expect(log()).toHaveTextContent('secret');
  act(() => deleteMessage({ messageId: 'm101', deleted_at: '2026-11-21T13:00:00Z' }));
  expect(log()).toBeEmptyDOMElement();
});

it('announces the first message of an empty room', () => {
  act(() => {
    openRoom('night-watch');
    showHistory([]);
  });
  act(() => void addMessage(body({ seq: 1, message: 'first of all' })));
  expect(log()).toHaveTextContent('first of all');
});
