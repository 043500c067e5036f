// The message to jump to: from a search, a pin, a mention or a reply, in the room on
// screen or in another. The room's list scrolls there and clears the target.
import { createMemberStore } from '@/stores/session/memberStore';

interface Jump {
  roomId: string;
  messageId: string;
  /** Another for every jump, so that the same message can be the target again. */
  key: number;
}

export const useJump = createMemberStore<{ target: Jump | null }>(() => ({ target: null }));

let lastKey = 0;

/** Shows a message with what stands around it; its room is opened first when another is on screen. */
export function jumpTo(messageId: string, roomId: string) {
  useJump.setState({ target: { roomId, messageId, key: ++lastKey } });
}

/** The list has begun to scroll there. */
export function clearJump(key: number) {
  if (useJump.getState().target?.key === key) useJump.setState({ target: null });
}

/** The room is left: what was to be shown there is not. */
export function dropJump(roomId: string | null) {
  if (useJump.getState().target?.roomId === roomId) useJump.setState({ target: null });
}
