// Changes the chat username, in the words of the rank page.
import { texts } from 'texts:parts/people/username/change';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { usernameEligibilityQuery } from '@/queries/people/me';
import { formatDate } from '@/rules/format';
import { onRankPage, usernameChanged } from '@/rules/people/username';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/Modal';
import { useUnsaved } from '@/ui/unsaved';
import { changeUsername } from './changeUsername';
import { UsernameField } from './UsernameField';
import s from './UsernameModal.module.css';
import { useNameCheck } from './useNameCheck';

export interface UsernameChangeProps {
  open: boolean;
  onClose: () => void;
  /** The name as it is, '' for none. */
  username: string;
}

export function UsernameChange({ open, onClose, username }: UsernameChangeProps) {
  return (
    <Modal
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={username === '' ? texts.setUsernameTitle : texts.changeUsernameTitle}
      description={username === '' ? texts.thisIsHowMembers : texts.youAreNow({ username })}
    >
      <ChangeForm onDone={onClose} />
    </Modal>
  );
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  useUnsaved(name !== '');
  const check = useNameCheck(name);
  const { data: lock } = useQuery(usernameEligibilityQuery);
  const locked = lock?.canChange === false;
  const change = useMutation({
    mutationFn: changeUsername,
    onSuccess: (taken) => {
      toast(usernameChanged(taken), { tone: 'clear', lastsMs: 5_000 });
      onDone();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (check.state === 'free' && !change.isPending && !locked) change.mutate(name);
  }

  return (
    <form className={s.form} onSubmit={submit}>
      <UsernameField
        label={texts.newUsername}
        hint={texts.usernameForm}
        name={name}
        check={check}
        error={change.error ? failureOf(change.error) : onRankPage(check.fault)}
        disabled={locked}
        onChange={(typed) => {
          setName(typed);
          change.reset();
        }}
      />
      {lock && (
        <p className={s.lock}>
          {lock.canChange
            ? texts.afterThisItCannot({ lockDays: lock.lockDays })
            : texts.changeAgainOn({
                date: formatDate(lock.nextAvailableDate ?? '', 'dateOfYear'),
                days: lock.daysRemaining,
              })}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        block
        busy={change.isPending}
        disabled={check.state !== 'free' || locked}
      >
        {texts.changeUsernameTitle}
      </Button>
    </form>
  );
}

/** What the server says of the name; nothing of its own troubles. */
function failureOf(failure: Error): string {
  const refused = failure instanceof ApiError && failure.status >= 400 && failure.status < 500;
  return refused ? messageOf(failure, texts.usernameChangeFailed) : texts.usernameChangeFailed;
}
