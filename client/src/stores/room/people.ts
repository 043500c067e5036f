// Asks for the people in the room on screen, a page of 100 by name at a time.
import { api } from '@/net/api';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { RoomPeople } from '@/wire/bodies.gen';
import { useChat } from './chat';
import { listPeople, usePresence } from './presence';

const pagesAtOnce = 3;

let asking: string | null = null;

async function ask(roomId: string, cursor: string | null, first: boolean): Promise<string | null> {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
  const path = `/chat/room/${encodeURIComponent(roomId)}/people${query}`;
  const { people, total, nextCursor } = await api.get<RoomPeople>(path);
  if (useChat.getState().roomId !== roomId) return null;
  listPeople(people, total, nextCursor, first);
  return nextCursor;
}

/** Who is in the room, from the beginning. The frames that follow keep it. */
export async function loadPeople(roomId: string) {
  if (asking === roomId) return;
  asking = roomId;
  try {
    let cursor: string | null = null;
    for (let page = 0; page < pagesAtOnce; page++) {
      cursor = await ask(roomId, cursor, page === 0);
      if (cursor === null) return;
    }
  } catch {
    // The frames go on naming who comes and speaks; asked again when the list is opened.
  } finally {
    if (asking === roomId) asking = null;
  }
}

/** The next page of people, for those who scroll on. */
export async function loadMorePeople() {
  const { roomId } = useChat.getState();
  const { morePeople } = usePresence.getState();
  if (!roomId || morePeople === null || asking === roomId) return;
  asking = roomId;
  try {
    await ask(roomId, morePeople, false);
  } catch {
    // The button is still there.
  } finally {
    if (asking === roomId) asking = null;
  }
}

onSessionEnd(() => {
  asking = null;
});
