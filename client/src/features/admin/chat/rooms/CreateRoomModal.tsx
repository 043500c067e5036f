// Makes a room. Its id is forced to the form that the server keeps.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { useAttempt } from '@/queries/useAttempt';
import { typedRoomId } from '@/rules/chat/roomId';
import { dialogAttempt, useDialogDraft } from '@/stores/desk/formDrafts';
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

const about = 'room';
const blank = { id: '', displayName: '', description: '' };

export default function CreateRoomModal({ open, onClose, onCreated }: CreateRoomModalProps) {
  const [draft = blank, write] = useDialogDraft<typeof blank>(about);
  const { id, displayName, description } = draft;
  const change = (over: Partial<typeof blank>) => write({ ...draft, ...over });

  const send = useAttempt(createRoom, dialogAttempt(about));
  const create = useMutation({
    mutationFn: send,
    onSuccess: (room) => {
      toast(texts.created, { tone: 'clear' });
      empty();
      onCreated(room.id);
    },
  });

  function empty() {
    write(undefined);
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
      unsaved={id !== '' || displayName !== '' || description !== ''}
      error={create.error ? messageOf(create.error, texts.createFailed) : null}
      onSubmit={() => create.mutate({ name: id, display_name: displayName, description })}
    >
      <Field
        label={texts.roomId}
        hint={texts.lowercaseLettersDigitsAnd}
        value={id}
        onChange={(event) => change({ id: typedRoomId(event.target.value) })}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <RoomWords
        displayName={displayName}
        onDisplayName={(text) => change({ displayName: text })}
        description={description}
        onDescription={(text) => change({ description: text })}
      />
    </FormDialog>
  );
}
