// What a new member has done on this device: entered a room, put the greeting away.
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';
import { useSession } from '@/stores/session/session';

export type FirstStep = 'roomEntered' | 'greetingDismissed';

const own = () => useSession.getState().user?.id ?? null;

/** Whether the member of the session has done it. */
export const hasDone = (step: FirstStep) => own() !== null && readDeviceItem(step) === own();

export function markDone(step: FirstStep) {
  if (!hasDone(step)) writeDeviceItem(step, own());
}
