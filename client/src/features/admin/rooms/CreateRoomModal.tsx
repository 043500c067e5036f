// Makes a room. Its id is forced to the form that the server keeps.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '@/net/api';
import { typedRoomId } from '@/rules/room';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError, TextArea } from '@/ui/Field';
import { Modal } from '@/ui/Modal';
import { texts } from '../texts';
import { createRoom } from './calls';
import s from './forms.module.css';

interface CreateRoomModalProps {
  open: boolean;
  onClose: () => void;
  /** Hears the new room's id. */
  onCreated: (roomId: string) => void;
}

export function CreateRoomModal({ open, onClose, onCreated }: CreateRoomModalProps) {
  const form = useId();
  const [id, setId] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');

  const create = useMutation({
    mutationFn: createRoom,
    onSuccess: (room) => {
      toast(texts.created, { tone: 'clear' });
      onCreated(room.id);
      close();
    },
  });

  function close() {
    setId('');
    setDisplayName('');
    setDescription('');
    create.reset();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || id === '') return;
    create.mutate({ name: id, display_name: displayName, description });
  }

  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && close()}
      title={texts.createTitle}
      description={texts.createText}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={create.isPending} disabled={id === ''}>
            Create Room
          </Button>
        </>
      }
    >
      <form id={form} className={s.form} onSubmit={submit} noValidate>
        <Field
          label="Room ID"
          hint="Lowercase letters, digits and hyphens. It cannot be changed later."
          value={id}
          onChange={(event) => setId(typedRoomId(event.target.value))}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Field
          label="Display name"
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          maxLength={80}
          autoComplete="off"
        />
        <TextArea
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          maxLength={500}
          rows={3}
        />
        <FieldError error={create.isError ? messageOf(create.error, texts.createFailed) : null} />
      </form>
    </Modal>
  );
}
