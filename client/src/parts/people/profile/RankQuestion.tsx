// Asks before the rank is shown to everybody.
import { texts } from 'texts:parts/people/profile';
import { texts as dialogTexts } from 'texts:parts/people/profile/dialogs';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { Modal } from '@/ui/Modal';

export interface RankQuestionProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  busy: boolean;
  error: string | null;
}

export default function RankQuestion({ open, onClose, onConfirm, busy, error }: RankQuestionProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={dialogTexts.askRank}
      description={dialogTexts.askRankWhat}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            {dialogTexts.confirmRank}
          </Button>
        </>
      }
    >
      <FieldError error={error} />
    </Modal>
  );
}
