// Asks before something that cannot be taken back.
import { texts } from 'texts:ui';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { FieldError } from './Field';
import { Modal } from './LateModal';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  description: ReactNode;
  /** The word on the button that does it. */
  confirm: string;
  /** The word on the button that does not. */
  cancel?: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Why it did not work. */
  error?: string | null;
  returnTo?: () => HTMLElement | null | undefined;
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirm, cancel = texts.cancel, onConfirm, busy, error } = props;
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      returnTo={props.returnTo}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {props.children}
      <FieldError error={error} />
    </Modal>
  );
}
