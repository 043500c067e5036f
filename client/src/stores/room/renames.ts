// Names that changed while the connection was down. A room's log does not tell of
// them, but its history carries the names of now: the pages that are shown are
// asked for once more.
import { onSessionEnd } from '@/stores/session/memberStore';
import type { MessageBody } from '@/wire/frames.gen';
import { historyPage, useChat } from './chat';
import { applyNames } from './chatChanges';
import { pageBefore } from './history';
import { renamePeople } from './presence';

const spreadMs = 3_000; // a node's members come back together, their questions need not
const pagesAtMost = 4;

let timer: ReturnType<typeof setTimeout> | undefined;

// Who was renamed while a page was on its way: it may still have the old name.
let renamed = new Set<string>();

/** The connection was down: what is shown may have old names. */
export function refreshNamesSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshNames(), Math.random() * spreadMs);
}

/** A rename has been told and applied. */
export function noteRename(userId: string) {
  renamed.add(userId);
}

/** The room is left: nothing is asked any more. */
export function resetRenames() {
  clearTimeout(timer);
  renamed = new Set();
}

async function refreshNames() {
  const { roomId, messages } = useChat.getState();
  const unasked = new Set(messages.map((m) => m.user_id));
  renamed = new Set();
  let before: string | undefined;
  for (let pages = 0; roomId && pages < pagesAtMost && unasked.size > 0; pages++) {
    let page: readonly MessageBody[];
    try {
      page = await pageBefore(roomId, before);
    } catch {
      return;
    }
    if (useChat.getState().roomId !== roomId) return;
    renamePeople(applyNames(page, renamed));
    for (const m of page) unasked.delete(m.user_id);
    before = page[0]?.id;
    if (page.length < historyPage) return;
  }
}

onSessionEnd(resetRenames);
