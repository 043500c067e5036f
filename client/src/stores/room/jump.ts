// The message somebody wants to see: from a search, a pin, a mention or a reply,
// in the room on screen or in another. The room's list goes there and says so.
import { createMemberStore } from '@/stores/session/memberStore';

interface Jump {
  roomId: string;
  messageId: string;
  /** Another for every jump, so that the same message can be wanted again. */
  key: number;
}

export const useJump = createMemberStore<{ wanted: Jump | null }>(() => ({ wanted: null }));

let lastKey = 0;

/** Shows a message with what stands around it; its room is opened first when another is on screen. */
export function jumpTo(messageId: string, roomId: string) {
  useJump.setState({ wanted: { roomId, messageId, key: ++lastKey } });
}

/** The list is on its way there. */
export function jumpTaken(key: number) {
  if (useJump.getState().wanted?.key === key) useJump.setState({ wanted: null });
}
