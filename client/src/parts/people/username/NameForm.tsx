// The form that sets a first chat username.
import { texts } from 'texts:people/username';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, messageOf } from '@/net/api';
import { usernameEligibilityQuery } from '@/queries/people/me';
import { Button } from '@/ui/Button';
import { useUnsaved } from '@/ui/unsaved';
import type { SetUsername, UsernameEligibility, UsernameSet } from '@/wire/bodies.gen';
import { UsernameField } from './UsernameField';
import s from './UsernameModal.module.css';
import { useNameCheck } from './useNameCheck';

interface NameFormProps {
  onSet: (username: string) => void;
  /** Where a page keeps what is typed. */
  draft?: [typed: string, write: (typed: string) => void];
}

export function NameForm({ onSet, draft }: NameFormProps) {
  const own = useState('');
  const [name, setName] = draft ?? own;
  useUnsaved(name !== '');
  const check = useNameCheck(name);
  const lock = useQuery(usernameEligibilityQuery);
  const locked = lock.data?.canChange === false;

  const set = useMutation({
    mutationFn: (username: string) =>
      api.post<UsernameSet>('/chat/set-username', { username } satisfies SetUsername),
    onSuccess: ({ username }) => onSet(username),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // The form stays busy until its owner closes it.
    if (check.state === 'free' && !set.isPending && !set.isSuccess && !locked) set.mutate(name);
  }

  return (
    <form className={s.form} onSubmit={submit}>
      <UsernameField
        label={texts.username}
        hint={texts.usernameForm}
        name={name}
        check={check}
        error={set.error ? messageOf(set.error, texts.usernameFailed) : check.fault}
        disabled={locked}
        onChange={(typed) => {
          setName(typed);
          set.reset();
        }}
      />
      {lock.data && <p className={s.lock}>{lockWords(lock.data)}</p>}
      <Button
        type="submit"
        variant="primary"
        block
        busy={set.isPending || set.isSuccess}
        disabled={check.state !== 'free' || locked}
      >
        {texts.setUsername}
      </Button>
    </form>
  );
}

/** The lock in the server's own numbers. */
function lockWords({ canChange, daysRemaining, lockDays }: UsernameEligibility): string {
  return canChange
    ? texts.afterThisItCannot({ days: lockDays })
    : texts.itCanBeChanged({ days: daysRemaining });
}
