// A list or a form over the screen: from the bottom on phones, in the middle on
// wider screens. Otherwise as Modal.
import { Modal } from './LateModal';
import type { ModalProps } from './Modal';

export function Sheet(props: Omit<ModalProps, 'shape'>) {
  return <Modal {...props} shape="sheet" />;
}
