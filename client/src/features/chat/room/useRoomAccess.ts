// Checks over HTTP who may enter a room, and passes the answer to the room's session. The
// socket connects meanwhile: the server checks both.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accessQuery } from '@/queries/chat/rooms';
import { bannedAgainMs, userStatusQuery } from '@/queries/people/me';
import { askForFace, faceRequiredCode } from '@/stores/face/faceRequired';
import { enterAgain, enterRoom, leaveRoom, refuseRoom } from '@/stores/frames/roomSession';
import { roomFailed, type ShutOut, statusOf, useRoom } from '@/stores/room/room';
import { patchUser, useSession } from '@/stores/session/session';
import { failureOf } from '@/ui/QueryView';

type Verdict = 'open' | 'asking' | 'failed' | ShutOut;

/** Enters the room while its screen is shown, and says how that goes. */
export function useRoomAccess(roomId: string) {
  const status = useRoom(statusOf(roomId));
  const again = status === 'banned' ? { refetchInterval: bannedAgainMs } : {};
  const userStatus = useQuery({ ...userStatusQuery, ...again });
  const access = useQuery({ ...accessQuery(roomId), ...again });
  const storedName = useSession((session) => session.user?.username);

  // An answer of before this screen was opened may be out of date.
  const current = userStatus.isFetchedAfterMount ? userStatus.data : undefined;
  const may = access.isFetchedAfterMount ? access.data : undefined;
  const verdict = verdictOf();
  function verdictOf(): Verdict {
    if (current?.isBanned || may?.refusal === 'banned') return 'banned';
    if (may?.refusal === faceRequiredCode) return 'faceless';
    if (may?.hasAccess === false) return 'denied';
    if (current?.hasUsername === false) return 'nameless';
    if (failureOf(access) || (failureOf(userStatus) && !storedName)) return 'failed';
    return current || storedName ? 'open' : 'asking';
  }

  const banned = useRef(false);
  useEffect(() => {
    if (verdict === 'open' && banned.current) enterAgain(roomId);
    else if (verdict === 'open') enterRoom(roomId);
    else if (verdict === 'failed') roomFailed(roomId);
    else if (verdict !== 'asking') refuseRoom(roomId, verdict);
    if (verdict === 'faceless') askForFace();
    banned.current = verdict === 'banned';
  }, [roomId, verdict]);
  useEffect(() => leaveRoom, []);

  // The connection retries only for a member with a name.
  const name = current?.username;
  useEffect(() => {
    if (name && name !== storedName) patchUser({ username: name });
  }, [name, storedName]);

  return {
    status,
    userStatus: userStatus.data,
    room: access.data?.room ?? null,
    role: access.data?.role ?? null,
    asking: access.isFetching || userStatus.isFetching,
    askAgain() {
      void userStatus.refetch();
      void access.refetch();
    },
  };
}
