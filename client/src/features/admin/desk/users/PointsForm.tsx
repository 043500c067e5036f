// Points by hand, with the reason that the audit log keeps.
import { texts } from 'texts:admin/desk/users';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/net/api';
import { useAttempt } from '@/queries/useAttempt';
import { dialogAttempt } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError } from '@/ui/Field';
import { useUnsaved } from '@/ui/unsaved';
import type { AdjustPoints, UserProfile } from '@/wire/bodies.gen';
import { ReasonField, reasonTooLong } from './ReasonField';
import s from './User.module.css';
import { adjustPoints } from './userCalls';
import { pointsAbout, usePointsDraft } from './userDrafts';

/** The number that was typed, with a minus of any kind; null for none but a whole one that is not 0. */
export function wholeAmount(typed: string): number | null {
  const text = typed.trim().replace(/^[−–]/, '-').replace(/^\+/, '');
  const amount = /^-?\d{1,9}$/.test(text) ? Number(text) : 0;
  return amount === 0 ? null : amount;
}

const blank = { typed: '', reason: '' };

export function PointsForm({ user }: { user: UserProfile }) {
  const [{ typed, reason } = blank, write] = usePointsDraft(user.id);
  const [tried, setTried] = useState(false);
  const amount = wholeAmount(typed);
  useUnsaved(typed !== '' || reason.trim() !== '');
  const adjust = useMutation({
    mutationFn: useAttempt(
      (body: AdjustPoints, key) => adjustPoints(user.id, body, key),
      dialogAttempt(pointsAbout(user.id)),
    ),
    onSuccess() {
      toast(texts.adjusted, { tone: 'clear' });
      write(undefined);
      setTried(false);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (amount !== null && reason.trim() !== '' && !reasonTooLong(reason) && !adjust.isPending)
      adjust.mutate({ amount, reason: reason.trim() });
  }
  return (
    <form className={s.section} onSubmit={submit} noValidate>
      <div className={s.row}>
        <Field
          label={texts.amount}
          hint={texts.amountHint}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={tried && amount === null ? texts.amountWrong : null}
          onChange={(event) => write({ typed: event.target.value, reason })}
        />
        <ReasonField
          label={texts.reason}
          value={reason}
          error={tried && reason.trim() === '' ? texts.reasonMissing : null}
          onReason={(next) => write({ typed, reason: next })}
        />
      </div>
      <FieldError error={adjust.error ? messageOf(adjust.error, texts.failedAct) : null} />
      <Button className={s.start} type="submit" busy={adjust.isPending}>
        {texts.adjust}
      </Button>
    </form>
  );
}
