// Decides about an application: a status, a reason for those that take one, and what the
// last decision was.
import { texts } from 'texts:admin/application';
import type { Ref } from 'react';
import {
  type DecisionStatus,
  decisions,
  reasonMaxLength,
  statusOf,
  takesReason,
} from '@/rules/application/review';
import { formatDate } from '@/rules/format';
import { codePoints } from '@/rules/text';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { FieldError, TextArea } from '@/ui/Field';
import { RadioList } from '@/ui/RadioList';
import { Section } from '@/ui/Section';
import type { AdminApplication } from '@/wire/bodies.gen';
import s from './Review.module.css';

/** What was chosen and typed about one application. */
export interface Draft {
  status: DecisionStatus;
  reason: string;
  /** That was looked at when the status was chosen. */
  version: number;
}

export const reasonTooLong = ({ reason }: Draft) => codePoints(reason.trim()) > reasonMaxLength;

/** It can be sent. */
export const isReady = (draft: Draft | undefined): draft is Draft =>
  draft !== undefined && !(takesReason(draft.status) && reasonTooLong(draft));

const options = () =>
  decisions.map((value, at) => ({
    value,
    label: `${texts.statusWords[value]} (${at + 1})`,
    text: texts.decisionTexts[value],
  }));

interface DecisionPanelProps {
  ref: Ref<HTMLElement>;
  application: AdminApplication;
  draft: Draft | undefined;
  /** Somebody else has changed the application since it was opened. */
  changed: boolean;
  busy: boolean;
  error: string | null;
  reasonBox: Ref<HTMLTextAreaElement>;
  autoAdvance: boolean;
  onAutoAdvance: (on: boolean) => void;
  onChoose: (status: DecisionStatus) => void;
  onReason: (reason: string) => void;
  onSubmit: () => void;
}

export function DecisionPanel(props: DecisionPanelProps) {
  const { application, draft, changed, busy, error, reasonBox, onChoose, onReason, onSubmit } = props;
  const { submitted_at, reviewed_at, reviewed_by_name, rejection_reason } = application;
  return (
    <Section ref={props.ref} title={texts.decision} level={3} panel className={s.decision}>
      {reviewed_at && (
        <div className={s.reviewed}>
          <p className={s.quiet}>
            {reviewed_by_name
              ? texts.reviewedByOn({ name: reviewed_by_name, date: formatDate(reviewed_at, 'full') })
              : texts.reviewedOn({ date: formatDate(reviewed_at, 'full') })}
          </p>
          {rejection_reason && (
            <p className={s.answer} dir="auto">
              {rejection_reason}
            </p>
          )}
        </div>
      )}
      <div role="alert">
        {changed && (
          <p className={s.changed}>
            <strong>{texts.changed}</strong>{' '}
            {reviewed_by_name
              ? texts.nowIsBy({ status: texts.statusWords[statusOf(application)], by: reviewed_by_name })
              : texts.nowIs({ status: texts.statusWords[statusOf(application)] })}
          </p>
        )}
      </div>
      {submitted_at === null ? (
        <p className={s.quiet}>{texts.notSubmitted}</p>
      ) : (
        <>
          <RadioList
            legend={texts.newStatus}
            options={options()}
            value={draft?.status ?? null}
            onChange={onChoose}
          />
          {draft && takesReason(draft.status) && (
            <TextArea
              ref={reasonBox}
              label={texts.reason}
              hint={texts.reasonHint}
              rows={4}
              value={draft.reason}
              error={reasonTooLong(draft) ? texts.reasonTooLong : null}
              onChange={(event) => onReason(event.target.value)}
            />
          )}
          <FieldError error={error} />
          <Button variant="primary" block busy={busy} disabled={!isReady(draft)} onClick={onSubmit}>
            {texts.update}
          </Button>
        </>
      )}
      <Checkbox
        label={texts.autoAdvance}
        checked={props.autoAdvance}
        onChange={(event) => props.onAutoAdvance(event.target.checked)}
      />
    </Section>
  );
}
