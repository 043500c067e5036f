// Why something is done: the audit log keeps it.
import { codePoints } from '@/rules/message';
import { Field, type FieldProps } from '@/ui/Field';
import { texts } from './texts';
import s from './User.module.css';

const reasonMaxLength = 500;

export const reasonTooLong = (reason: string) => codePoints(reason.trim()) > reasonMaxLength;

type ReasonFieldProps = Omit<FieldProps, 'onChange'> & { value: string; onReason: (reason: string) => void };

/** What is too long is said, not cut: a pasted reason would lose its end unseen. */
export function ReasonField({ value, error, onReason, ...field }: ReasonFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...field}
      value={value}
      aside={
        value && (
          <span className={s.counter}>
            {codePoints(value.trim())} / {reasonMaxLength}
          </span>
        )
      }
      error={reasonTooLong(value) ? texts.reasonTooLong(reasonMaxLength) : error}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}
