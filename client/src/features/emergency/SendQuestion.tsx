// Asks before an emergency message is sent.
import { texts } from 'texts:emergency';
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
      title={texts.confirmEmergencyMessage}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {texts.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={onSend}>
            {texts.sendNow}
          </Button>
        </>
      }
    >
      <p className={s.quoted} dir="auto">
        {message.trim()}
      </p>
      <p className={s.detected}>
        {texts.detectedPriority} <Priority of={priorityOf(message)} />
      </p>
    </Modal>
  );
}
