// Gives a member access to a room; given again, the level changes.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '@/net/api';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError } from '@/ui/Field';
import { Modal } from '@/ui/Modal';
import { Select } from '@/ui/Select';
import type { AdminRoom, RoomRole } from '@/wire/bodies.gen';
import { texts } from '../texts';
import { grantAccess } from './calls';
import s from './forms.module.css';
import { levelPower, levels } from './levels';

interface GrantAccessModalProps {
  room: AdminRoom;
  open: boolean;
  onClose: () => void;
}

export function GrantAccessModal({ room, open, onClose }: GrantAccessModalProps) {
  const form = useId();
  const [who, setWho] = useState('');
  const [level, setLevel] = useState<RoomRole>('member');

  const grant = useMutation({
    mutationFn: grantAccess,
    onSuccess: () => {
      toast(texts.granted, { tone: 'clear' });
      close();
    },
  });

  function close() {
    setWho('');
    setLevel('member');
    grant.reset();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = who.trim();
    if (grant.isPending || name === '') return;
    grant.mutate({ user_email: name, room_id: room.id, access_level: level });
  }

  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && close()}
      title={texts.grantTitle}
      description={room.display_name}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={grant.isPending}
            disabled={who.trim() === ''}
          >
            Grant Access
          </Button>
        </>
      }
    >
      <form id={form} className={s.form} onSubmit={submit} noValidate>
        <Field
          label="Email, phone or username"
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
          label="Access level"
          options={levels}
          value={level}
          onChange={setLevel}
          hint={levelPower(level)}
        />
        <FieldError error={grant.isError ? messageOf(grant.error, texts.grantFailed) : null} />
      </form>
    </Modal>
  );
}
