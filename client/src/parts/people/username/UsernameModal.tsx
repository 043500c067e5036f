// Asks for a chat username, checking it as it is typed.
import { texts } from 'texts:parts/people/username';
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
      title={texts.setUsername}
      description={texts.thisIsHowMembers}
    >
      <NameForm onSet={onSet} />
    </Modal>
  );
}
