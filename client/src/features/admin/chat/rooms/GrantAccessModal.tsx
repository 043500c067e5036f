// Gives a member access to a room; given again, the level changes.
import { texts } from 'texts:admin/chat/rooms';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
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

export function GrantAccessModal({ room, open, onClose }: GrantAccessModalProps) {
  const [who, setWho] = useState('');
  const name = who.trim();
  const [level, setLevel] = useState<RoomRole>('member');

  const grant = useMutation({
    mutationFn: grantAccess,
    onSuccess: () => {
      toast(texts.accessGranted, { tone: 'clear' });
      close();
    },
  });

  function close() {
    setWho('');
    setLevel('member');
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
      error={grant.error ? messageOf(grant.error, texts.grantFailed) : null}
      onSubmit={() => grant.mutate({ user_email: name, room_id: room.id, access_level: level })}
    >
      <Field
        label={texts.emailPhoneOrUsername}
        value={who}
        onChange={(event) => {
          setWho(event.target.value);
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
        value={level}
        onChange={setLevel}
        hint={levelPower(level)}
      />
    </FormDialog>
  );
}
