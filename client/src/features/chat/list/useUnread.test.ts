import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetIgnored, useIgnored } from '@/stores/chat/ignored';
import { showAround, showHistory } from '@/stores/roomlog/historyPages';
import { bodies, body, read } from '@/stores/roomlog/messages.fixture';
import { addMessage, openRoom, useRoomLog } from '@/stores/roomlog/roomLog';
import { useUnread } from './useUnread';

beforeEach(() => {
  openRoom('general');
  showHistory(bodies(1, 3));
});
afterEach(() => act(resetIgnored));

// What an ignored member wrote was counted on the button and in the title, and the
// "new" line stood above it.
it('takes what an ignored member writes for no news', () => {
  useIgnored.setState({ members: new Map([['u-eve', 'eve']]), revealed: new Set() });
  const { result } = renderHook(() => useUnread('u-me', 'general', false));
  const come = (seq: number, userId: string, mentionsAll = false) =>
    act(() => void addMessage(body({ seq, user_id: userId, mentionsAll })));
  come(4, 'u-eve');
  expect(result.current).toBe(0);
  expect(useRoomLog.getState().unreadAfter).toBeNull();
  come(5, 'u-bob');
  expect(result.current).toBe(1);
  expect(useRoomLog.getState().unreadAfter).toBe(3);
  come(6, 'u-eve', true); // to everybody
  expect(result.current).toBe(2);
  act(() => useIgnored.setState({ members: new Map() }));
  expect(result.current).toBe(3);
});

// After a jump far up, what was read long ago came in as the person scrolled down, and was
// counted and marked as new.
it('takes old messages below one that was jumped to for no news', () => {
  showHistory(bodies(501, 550));
  useRoomLog.setState({ lastSeq: 550 });
  const { result, rerender } = renderHook((atBottom: boolean) => useUnread('u-me', 'general', atBottom), {
    initialProps: true,
  });
  act(() => showAround(read(bodies(100, 149))));
  rerender(false);
  act(() => showAround(read(bodies(140, 174))));
  expect(result.current).toBe(0);
  expect(useRoomLog.getState().unreadAfter).toBeNull();
  act(() => showAround(read(bodies(530, 552))));
  expect(result.current).toBe(2);
  expect(useRoomLog.getState().unreadAfter).toBe(550);
});
