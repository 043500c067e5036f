// The socket of pages outside chat. It receives the frames that concern the member, who
// does not count as present in chat by it. In chat the room's connection receives them.
import { type ChatSocket, chatAddress, createChatSocket } from '@/net/socket';
import { setActivityLive, useActivity } from '@/stores/desk/activity';
import { useConnection } from '@/stores/room/connection';
import { refreshConfig } from '@/stores/session/config';
import { loseSession, useSession } from '@/stores/session/session';
import { markStale } from '@/stores/stale';
import { applyMemberFrame } from './applyMemberFrame';

const beginAfterMs = 250; // a page that leads into chat at once opens no socket for itself
const answerMs = 8_000; // without an answer for so long the connection is dead
const askSpreadMs = 3_000; // a node's members reconnect together; their requests are spread

/**
 * Watches while no room is open, until the returned function is called.
 */
export function startWatching(): () => void {
  let socket: ChatSocket | null = null;
  let watchedAs: string | null = null;
  let beginTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  let answers = 0; // of this watch: the second comes after a gap

  function begin(token: string) {
    const own = createChatSocket(chatAddress, {
      opened: () => own.send({ type: 'watch', token }),
      frame(frame) {
        clearTimeout(answerTimer);
        if (frame.type === 'watching') answered();
        else applyMemberFrame(frame);
      },
      status(status) {
        clearTimeout(answerTimer);
        if (status !== 'open') setActivityLive(false);
      },
      ended(why) {
        if (why === 'sign-out') loseSession();
      },
      mayRetry: () => socket === own,
      probe() {
        clearTimeout(answerTimer);
        answerTimer = setTimeout(() => own.reconnectNow(), answerMs);
        own.send({ type: 'watch', token });
      },
    });
    socket = own;
    own.open();
  }

  // Frames were missed before this answer: the queries are requested again.
  function answered() {
    socket?.healthy();
    answers++;
    if (useActivity.getState().filter) sendActivityFilter();
    const first = answers === 1;
    const wait = first ? 0 : Math.random() * askSpreadMs;
    clearTimeout(catchUpTimer);
    catchUpTimer = setTimeout(() => {
      markStale('userStatus', 'profile', 'points', 'earned', 'emergency', 'cost', 'contributions');
      if (first) return;
      markStale('admin');
      refreshConfig();
    }, wait);
  }

  // Sends what an administrator watches, on every new socket.
  function sendActivityFilter() {
    const { filter } = useActivity.getState();
    if (answers > 0)
      socket?.send(filter ? { type: 'watch_activity', ...filter } : { type: 'unwatch_activity' });
  }

  function end() {
    for (const timer of [beginTimer, answerTimer, catchUpTimer]) clearTimeout(timer);
    watchedAs = null;
    answers = 0;
    const old = socket;
    socket = null;
    setActivityLive(false);
    old?.close();
  }

  function follow() {
    const { token } = useSession.getState();
    const nextToken = useConnection.getState().roomId === null ? token : null;
    if (nextToken === watchedAs) return;
    end();
    watchedAs = nextToken;
    if (nextToken !== null) beginTimer = setTimeout(() => begin(nextToken), beginAfterMs);
  }

  const stops = [
    useSession.subscribe(follow),
    useConnection.subscribe(follow),
    useActivity.subscribe((now, before) => now.filter !== before.filter && sendActivityFilter()),
  ];
  follow();
  return () => {
    for (const stop of stops) stop();
    end();
  };
}
