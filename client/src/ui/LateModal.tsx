// A Modal for what stands in a page at once: the dialog's own code is fetched when it is
// first opened.

import type { ModalProps } from './Modal';
import { whenOpen } from './onDemand';

const Fetched = whenOpen<ModalProps & { onClose: () => void }>(() =>
  import('./Modal').then(({ Modal }) => ({ default: Modal })),
);

export function Modal(props: ModalProps) {
  return <Fetched {...props} onClose={() => props.onOpenChange(false)} />;
}
