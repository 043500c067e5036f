// Requests the people in the room on screen, in pages of 100 by name.
import { api } from '@/net/api';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { onSessionEnd } from '@/stores/session/memberStore';
import type { RoomPeople } from '@/wire/bodies.gen';
import { listPeople, usePresence } from './presence';

const pagesAtOnce = 3;

let asking: string | null = null;

async function ask(roomId: string, cursor: string | null, first: boolean): Promise<string | null> {
  const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
  const path = `/chat/room/${encodeURIComponent(roomId)}/people${query}`;
  const { people, total, nextCursor } = await api.get<RoomPeople>(path);
  if (useRoomLog.getState().roomId !== roomId) return null;
  listPeople(people, total, nextCursor, first);
  return nextCursor;
}

/** Loads who is in the room, from the first page. Later frames update the list. */
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
    // Frames go on naming people who come and write; the list is requested again when opened.
  } finally {
    if (asking === roomId) asking = null;
  }
}

/** Loads the next page of people. */
export async function loadMorePeople() {
  const { roomId } = useRoomLog.getState();
  const { morePeople } = usePresence.getState();
  if (!roomId || morePeople === null || asking === roomId) return;
  asking = roomId;
  try {
    await ask(roomId, morePeople, false);
  } catch {
    // The button stays, for another try.
  } finally {
    if (asking === roomId) asking = null;
  }
}

onSessionEnd(() => {
  asking = null;
});
