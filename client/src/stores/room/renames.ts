// Names that changed while the connection was down, and texts that named who was erased. A
// room's log has neither, but its history has them as they are: the pages on screen are requested
// again.
import { replaceOnPage } from '@/stores/roomlog/historyPages';
import { applyNames } from '@/stores/roomlog/messageChanges';
import { messagesNow } from '@/stores/roomlog/roomEvents';
import { historyPage, useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { Messages } from '@/wire/bodies.gen';
import { pageBefore } from './history';
import { renamePeople } from './presence';

const spreadMs = 3_000; // a node's members reconnect together; their requests are spread
const pagesAtMost = 4;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The connection was down: messages on screen may have old names. */
export function refreshNamesSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshNames(), Math.random() * spreadMs);
}

/** The room is left: cancels the request. */
export function resetRenames() {
  clearTimeout(timer);
}

async function refreshNames() {
  const { roomId, messages } = useRoomLog.getState();
  const unasked = new Set(messages.map((m) => m.user_id));
  let before: string | undefined;
  for (let pages = 0; roomId && pages < pagesAtMost && unasked.size > 0; pages++) {
    let read: Messages;
    try {
      read = await pageBefore(roomId, before);
    } catch {
      return;
    }
    if (useRoomLog.getState().roomId !== roomId) return;
    replaceOnPage(read);
    const page = messagesNow(read);
    renamePeople(applyNames(page));
    for (const m of page) unasked.delete(m.user_id);
    before = page[0]?.id;
    if (page.length < historyPage) return;
  }
}

onSessionEnd(resetRenames);
