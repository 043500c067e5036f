// Gives a member access to a room; given again, the level changes.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { useDialogDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import type { AdminRoom, RoomRole } from '@/wire/bodies.gen';
import { levelPower, levels } from './levels';
import { grantAccess } from './roomCalls';

interface GrantAccessModalProps {
  room: AdminRoom;
  open: boolean;
  onClose: () => void;
}

const blank: { who: string; level: RoomRole } = { who: '', level: 'member' };

export function GrantAccessModal({ room, open, onClose }: GrantAccessModalProps) {
  const [draft = blank, write] = useDialogDraft<typeof blank>(`access ${room.id}`);
  const name = draft.who.trim();

  const grant = useMutation({
    mutationFn: grantAccess,
    onSuccess: () => {
      toast(texts.accessGranted, { tone: 'clear' });
      close();
    },
  });

  function close() {
    write(undefined);
    grant.reset();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={texts.grantTitle}
      description={room.display_name}
      submit={texts.grantAccess}
      busy={grant.isPending}
      disabled={name === ''}
      unsaved={name !== ''}
      error={grant.error ? messageOf(grant.error, texts.grantFailed) : null}
      onSubmit={() => grant.mutate({ user_email: name, room_id: room.id, access_level: draft.level })}
    >
      <Field
        label={texts.emailPhoneOrUsername}
        value={draft.who}
        onChange={(event) => {
          write({ ...draft, who: event.target.value });
          grant.reset();
        }}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Select
        label={texts.accessLevel}
        options={levels()}
        value={draft.level}
        onChange={(level) => write({ ...draft, level })}
        hint={levelPower(draft.level)}
      />
    </FormDialog>
  );
}
