// A form in a dialog: what it is for, its fields, Cancel and the button that
// sends it. It stays open while it is sent, and asks before it throws away what was typed.
import { texts } from 'texts:ui';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button';
import s from './dialog.module.css';
import { FieldError } from './Field';
import { Modal } from './LateModal';
import type { ModalProps } from './Modal';

interface FormDialogProps extends Pick<ModalProps, 'title' | 'description' | 'wide' | 'returnTo'> {
  open?: boolean;
  onClose: () => void;
  /** The word on the button that sends it. */
  submit: string;
  cancel?: string;
  /** It takes something away. */
  danger?: boolean;
  busy: boolean;
  /** What is filled in cannot be sent. */
  disabled?: boolean;
  /** Why it did not work. */
  error?: string | null;
  /** Something that no field of the form says would be lost as well. */
  unsaved?: boolean;
  /** What is typed is no loss, as a code is none: it closes without asking. */
  fleeting?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const {
    open = true,
    onClose,
    submit,
    cancel = texts.cancel,
    danger,
    busy,
    disabled = false,
    onSubmit,
  } = props;
  const form = useId();
  const [typed, setTyped] = useState(false);
  if (typed && !open) setTyped(false);
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={props.title}
      description={props.description}
      wide={props.wide}
      returnTo={props.returnTo}
      unsaved={!busy && ((typed && !props.fleeting) || props.unsaved === true)}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={disabled}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={s.form}
        noValidate
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          event.preventDefault();
          if (!disabled && !busy) onSubmit();
        }}
      >
        {props.children}
        <FieldError error={props.error} />
      </form>
    </Modal>
  );
}
