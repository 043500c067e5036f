// Makes a room. Its id is forced to the form that the server keeps.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { useAttempt } from '@/queries/useAttempt';
import { typedRoomId } from '@/rules/chat/roomId';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { RoomWords } from './RoomWords';
import { createRoom } from './roomCalls';

export interface CreateRoomModalProps {
  open: boolean;
  onClose: () => void;
  /** Hears the new room's id, and closes it. */
  onCreated: (roomId: string) => void;
}

export default function CreateRoomModal({ open, onClose, onCreated }: CreateRoomModalProps) {
  const [id, setId] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');

  const send = useAttempt(createRoom);
  const create = useMutation({
    mutationFn: send,
    onSuccess: (room) => {
      toast(texts.created, { tone: 'clear' });
      empty();
      onCreated(room.id);
    },
  });

  function empty() {
    setId('');
    setDisplayName('');
    setDescription('');
    create.reset();
  }
  function close() {
    empty();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={texts.createTitle}
      description={texts.createText}
      submit={texts.createRoom}
      busy={create.isPending}
      disabled={id === ''}
      error={create.error ? messageOf(create.error, texts.createFailed) : null}
      onSubmit={() => create.mutate({ name: id, display_name: displayName, description })}
    >
      <Field
        label={texts.roomId}
        hint={texts.lowercaseLettersDigitsAnd}
        value={id}
        onChange={(event) => setId(typedRoomId(event.target.value))}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <RoomWords
        displayName={displayName}
        onDisplayName={setDisplayName}
        description={description}
        onDescription={setDescription}
      />
    </FormDialog>
  );
}
