// Chooses a sum: one of those offered or one's own, with or without the name. What is chosen is
// a draft, until it is paid.
import { texts } from 'texts:parts/money';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { amountFault, cleanAmount, type Limits, readAmount } from '@/rules/money';
import { useConfig } from '@/stores/session/config';
import type { SumDraft } from '@/stores/sumDrafts';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Field, FieldError } from '@/ui/Field';
import s from './PaymentForm.module.css';
import { TestPayments } from './TestPayments';

export interface Preset {
  /** Dollars or percent; distinguishes the presets. */
  value: number;
  label: string;
  /** A second line: a sum, or why it cannot be chosen. */
  note?: string;
  /** A word that recommends it. */
  mark?: string;
  cents: number;
  disabled?: boolean;
}

export interface Choice {
  cents: number;
  /** The chosen preset's value; null for a sum of one's own. */
  preset: number | null;
  anonymous: boolean;
}

interface PaymentFormProps {
  draft: SumDraft;
  legend: string;
  presets: readonly Preset[];
  limits: Limits;
  /** What stands under the fields: what will be paid. */
  summary: (choice: Choice) => ReactNode;
  submit: (choice: Choice) => string;
  onPay: (choice: Choice) => void;
  onChange: () => void;
  busy: boolean;
  failure: string;
}

export function PaymentForm(props: PaymentFormProps) {
  const { draft, legend, presets, limits, summary, submit, onPay, onChange, busy, failure } = props;
  const { chosen, custom, anonymous } = draft.use();
  const off = useConfig()?.paymentProvider === '';
  const [looked, setLooked] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  // A preset that can no longer be chosen, since the cost has moved, is none.
  const preset = presets.find(({ value, disabled }) => value === chosen && !disabled);
  const cents = preset ? preset.cents : readAmount(custom);
  const choice: Choice = { cents, preset: preset?.value ?? null, anonymous };
  const fault = cents === 0 ? '' : amountFault(cents, limits);

  function change(over: Parameters<SumDraft['change']>[0]) {
    draft.change(over);
    onChange();
  }

  function pay(event: FormEvent) {
    event.preventDefault();
    if (busy || off || cents === 0) return;
    setLooked(true);
    if (fault === '') onPay(choice);
    else field.current?.focus();
  }

  return (
    <form className={s.form} onSubmit={pay} noValidate aria-busy={busy || undefined}>
      <TestPayments />
      <fieldset className={s.presets} disabled={busy}>
        <legend className="label">{legend}</legend>
        {presets.map(({ value, label, note, mark, disabled }) => (
          <label key={value} className={s.preset}>
            <input
              type="radio"
              name={legend}
              className="unseen-control"
              value={value}
              checked={preset?.value === value}
              disabled={disabled}
              onChange={() => {
                change({ chosen: value, custom: '' });
                setLooked(false);
              }}
            />
            <span className={s.face}>
              <span className={s.label}>{label}</span>
              {note && <span className={s.note}>{note}</span>}
              {mark && <span className={s.mark}>{mark}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        ref={field}
        label={texts.custom}
        before={
          <span className={s.sign} aria-hidden="true">
            $
          </span>
        }
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={custom}
        disabled={busy}
        error={looked && fault ? fault : null}
        onBlur={() => setLooked(custom !== '')}
        onChange={(event) => {
          change({ chosen: null, custom: cleanAmount(event.target.value) });
          setLooked(false);
        }}
      />
      <Checkbox
        label={texts.anonymous}
        hint={texts.anonymousHint}
        checked={anonymous}
        disabled={busy}
        onChange={(event) => change({ anonymous: event.target.checked })}
      />
      {summary(choice)}
      <FieldError error={off ? texts.off : failure || null} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        busy={busy}
        disabled={off || (cents === 0 && !busy)}
      >
        {submit(choice)}
      </Button>
    </form>
  );
}
