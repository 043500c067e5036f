// Asks for the face viewer's password before anything is shown.
import { texts } from 'texts:admin/face';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { verifyFacePassword } from '@/queries/face/faceViewer';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Modal } from '@/ui/LateModal';
import type { FaceGrant } from '@/wire/bodies.gen';

interface PasswordModalProps {
  /** Why it is asked for again. */
  why: string | null;
  onOpen: (grant: FaceGrant) => void;
  onClose: () => void;
}

export function PasswordModal({ why, onOpen, onClose }: PasswordModalProps) {
  const form = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState(why);
  const verify = useMutation({
    mutationFn: verifyFacePassword,
    onSuccess: onOpen,
    onError(cause) {
      const wrong = cause instanceof ApiError && cause.code === 'face_password_wrong';
      setError(messageOf(cause, wrong ? texts.passwordWrong : texts.passwordFailed));
      if (wrong) setTyped('');
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (verify.isPending) return;
    if (typed === '') return setError(texts.passwordMissing);
    setError(null);
    verify.mutate(typed);
  }
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.passwordText}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={verify.isPending}>
            {texts.open}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          label={texts.password}
          type="password"
          autoComplete="off"
          autoFocus
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Modal>
  );
}
