// The message, asked about once more before it goes.

import { texts as pageTexts } from 'texts:emergency';
import { texts } from 'texts:emergency/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { sendEmergency } from '@/queries/emergency';
import { emergencyKey } from '@/queries/keys';
import { useAttempt } from '@/queries/useAttempt';
import { brandName } from '@/rules/brand';
import {
  cut,
  fault,
  letters,
  maxLength,
  perDay,
  perHour,
  priorityOf,
  successLastsMs,
} from '@/rules/emergency';
import { formatDate } from '@/rules/format';
import { emergencyAttempt, emergencyDraft } from '@/stores/emergency/emergencyDraft';
import { useConfig } from '@/stores/session/config';
import { Button } from '@/ui/Button';
import { whenOpen } from '@/ui/onDemand';
import type { EmergencyQuota } from '@/wire/bodies.gen';
import s from './ComposeForm.module.css';
import type { SendQuestionProps } from './SendQuestion';

const SendQuestion = whenOpen<SendQuestionProps>(() => import('./SendQuestion'));

export function ComposeForm({ quota }: { quota: EmergencyQuota | undefined }) {
  const client = useQueryClient();
  const creator = brandName(useConfig()?.creatorName, 'The Creator', texts.theCreator);
  const { message, attempt } = emergencyDraft.use();
  const [complaint, setComplaint] = useState('');
  const [asking, setAsking] = useState(false);
  const [sent, setSent] = useState('');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const justSent = useRef(false);
  const usedUp = quota !== undefined && (quota.countThisHour >= perHour || quota.countToday >= perDay);

  const send = useMutation({
    mutationFn: useAttempt(
      (text: string, key) => sendEmergency({ message: text, priority: priorityOf(text) }, key),
      emergencyAttempt,
    ),
    onSuccess: () => {
      emergencyDraft.reset();
      justSent.current = true;
      // As the server says it, which has no words for the creator in other languages.
      setSent(texts.sent({ creator }));
    },
    onError: (error) => {
      // The server has looked for the message of the key first: none was sent.
      if (error instanceof ApiError && error.code === 'emergency_limit') emergencyAttempt.forget();
      setComplaint(failureOf(error));
    },
    onSettled: () => {
      setAsking(false);
      void client.invalidateQueries({ queryKey: emergencyKey });
    },
  });

  // If it arrived it may itself have used up what is left.
  const unanswered = attempt.of === JSON.stringify(message.trim());
  const closed = usedUp && !unanswered;

  useEffect(() => {
    if (sent === '') return;
    const timer = setTimeout(() => setSent(''), successLastsMs);
    return () => clearTimeout(timer);
  }, [sent]);

  function ask(event: FormEvent) {
    event.preventDefault();
    const wrong = fault(message);
    setComplaint(wrong);
    justSent.current = false;
    if (wrong === '') setAsking(true);
  }

  return (
    <form ref={form} className={s.form} tabIndex={-1} onSubmit={ask} noValidate>
      <label htmlFor={id} className="label">
        {pageTexts.messageTo({ creator })}
      </label>
      <textarea
        id={id}
        className={s.field}
        rows={5}
        value={message}
        disabled={usedUp}
        aria-invalid={complaint !== '' || undefined}
        aria-describedby={`${id}-below`}
        onChange={(event) => {
          emergencyDraft.change({ message: cut(event.target.value) });
          setComplaint('');
        }}
      />
      <p id={`${id}-below`} className={s.below}>
        <span role="alert" className={s.complaint}>
          {complaint}
        </span>
        <span className="mono">
          {letters(message)} / {maxLength}
        </span>
      </p>
      <p role="status" className={s.sent}>
        {sent}
      </p>
      {closed && (
        <p className={s.limit}>
          {texts.limit}
          {quota.nextAllowedAt && (
            <> {pageTexts.sendAgainFrom({ time: formatDate(quota.nextAllowedAt, 'full') })}</>
          )}
        </p>
      )}
      <Button type="submit" variant="danger" size="large" block disabled={closed}>
        {texts.sendEmergencyMessage}
      </Button>
      <SendQuestion
        open={asking}
        onClose={() => setAsking(false)}
        onSend={() => send.mutate(message.trim())}
        busy={send.isPending}
        message={message}
        // The button takes no focus until another message is allowed.
        returnTo={() => (justSent.current ? form.current : null)}
      />
    </form>
  );
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.status === 429) return texts.tooMany;
  return messageOf(error, error instanceof ApiError && error.status !== 0 ? texts.refused : texts.failed);
}
