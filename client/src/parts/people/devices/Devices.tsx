// The sheet of signed-in devices, fetched when it is first opened.
import { whenOpen } from '@/ui/onDemand';

export const Devices = whenOpen<{ open: boolean; onClose: () => void }>(() =>
  import('./DevicesSheet').then(({ DevicesSheet }) => ({ default: DevicesSheet })),
);
