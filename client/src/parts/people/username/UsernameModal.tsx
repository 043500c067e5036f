// Asks for a chat username, checking it as it is typed.
import { Modal } from '@/ui/Modal';
import { NameForm } from './NameForm';

interface UsernameModalProps {
  open: boolean;
  /** Closed without a name. */
  onClose: () => void;
  onSet: (username: string) => void;
}

export default function UsernameModal({ open, onClose, onSet }: UsernameModalProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Set Username"
      description="This is how members see you in chat."
    >
      <NameForm onSet={onSet} />
    </Modal>
  );
}
