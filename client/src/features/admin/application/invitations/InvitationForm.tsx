// Makes an invitation: how often it serves, how long, and what it is for.
import { texts } from 'texts:admin/application/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/net/api';
import { createInvitation, invitationsKey } from '@/queries/application/invitations';
import { useAttempt } from '@/queries/useAttempt';
import { dialogAttempt } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError } from '@/ui/Field';
import { useUnsaved } from '@/ui/unsaved';
import s from './Invitations.module.css';
import { invitationAbout, useInvitationDraft } from './invitationDraft';

const usesMost = 1000;
const daysMost = 3650;
const noteMost = 200;
const dayMs = 24 * 60 * 60_000;

/** A whole number from 1 to `most`; null for anything else. */
function wholeNumber(text: string, most: number): number | null {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= 1 && number <= most ? number : null;
}

const blank = { uses: '1', days: '', note: '' };

export function InvitationForm() {
  const client = useQueryClient();
  const [draft = blank, write] = useInvitationDraft();
  const { uses, days, note } = draft;
  const change = (over: Partial<typeof blank>) => write({ ...draft, ...over });
  const [wrong, setWrong] = useState<{ uses?: string; days?: string }>({});
  useUnsaved(uses !== '1' || days !== '' || note !== '');

  const send = useAttempt(
    ({ holds, ...rest }: { uses: number; note: string; holds: number }, key, beganAt) =>
      createInvitation(
        { ...rest, ...(holds > 0 && { expiresAt: new Date(beganAt + holds * dayMs).toISOString() }) },
        key,
      ),
    dialogAttempt(invitationAbout),
  );
  const create = useMutation({
    mutationFn: send,
    onSuccess: ({ invitation }) => {
      toast(texts.created({ code: invitation.code }), { tone: 'clear' });
      write(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    const count = wholeNumber(uses, usesMost);
    const holds = days.trim() === '' ? 0 : wholeNumber(days, daysMost);
    setWrong({
      ...(count === null && { uses: texts.usesWrong }),
      ...(holds === null && { days: texts.daysWrong }),
    });
    if (count === null || holds === null) {
      const field = count === null ? 'uses' : 'days';
      event.currentTarget.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
      return;
    }
    create.mutate({ uses: count, note: note.trim(), holds });
  }

  return (
    <form className={s.form} noValidate onSubmit={submit}>
      <Field
        label={texts.uses}
        name="uses"
        inputMode="numeric"
        value={uses}
        hint={texts.usesHint}
        error={wrong.uses}
        onChange={(event) => change({ uses: event.target.value })}
        maxLength={4}
        autoComplete="off"
      />
      <Field
        label={texts.days}
        name="days"
        inputMode="numeric"
        value={days}
        hint={texts.daysHint}
        error={wrong.days}
        onChange={(event) => change({ days: event.target.value })}
        maxLength={4}
        autoComplete="off"
      />
      <Field
        label={texts.note}
        value={note}
        hint={texts.noteHint}
        onChange={(event) => change({ note: event.target.value })}
        maxLength={noteMost}
        autoComplete="off"
        className={s.note}
      />
      <Button type="submit" variant="primary" busy={create.isPending} className={s.create}>
        {texts.create}
      </Button>
      <FieldError error={create.error ? messageOf(create.error, texts.createFailed) : null} />
    </form>
  );
}
