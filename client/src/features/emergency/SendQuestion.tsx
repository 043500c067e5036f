// Asks before an emergency message is sent.
import { Priority } from '@/parts/Priority';
import { priorityOf } from '@/rules/emergency';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/Modal';
import s from './ComposeForm.module.css';

export interface SendQuestionProps {
  open: boolean;
  onClose: () => void;
  onSend: () => void;
  busy: boolean;
  message: string;
}

export default function SendQuestion({ open, onClose, onSend, busy, message }: SendQuestionProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title="CONFIRM EMERGENCY MESSAGE"
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            CANCEL
          </Button>
          <Button variant="danger" busy={busy} onClick={onSend}>
            SEND NOW
          </Button>
        </>
      }
    >
      <p className={s.quoted} dir="auto">
        {message.trim()}
      </p>
      <p className={s.detected}>
        Detected priority: <Priority of={priorityOf(message)} />
      </p>
    </Modal>
  );
}
