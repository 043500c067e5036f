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
  /** What gets the focus instead of the button that asked. */
  returnTo: () => HTMLElement | null;
}

export default function SendQuestion(props: SendQuestionProps) {
  const { open, onClose, onSend, busy, message, returnTo } = props;
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={texts.confirmEmergencyMessage}
      returnTo={returnTo}
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
