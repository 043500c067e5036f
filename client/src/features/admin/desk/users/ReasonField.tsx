// Why something is done: the audit log keeps it.
import { texts } from 'texts:admin/desk/users';
import { messageMaxLength } from '@/rules/chat/message';
import { codePoints } from '@/rules/text';
import { Field, type FieldProps } from '@/ui/Field';
import s from './User.module.css';

export const reasonTooLong = (reason: string) => codePoints(reason.trim()) > messageMaxLength;

type ReasonFieldProps = Omit<FieldProps, 'onChange'> & { value: string; onReason: (reason: string) => void };

/** The server takes a reason like a message. What is too long is said, not cut: a pasted reason would lose its end unseen. */
export function ReasonField({ value, error, onReason, ...field }: ReasonFieldProps) {
  return (
    <Field
      autoComplete="off"
      {...field}
      value={value}
      aside={
        value && (
          <span className={s.counter}>
            {codePoints(value.trim())} / {messageMaxLength}
          </span>
        )
      }
      error={reasonTooLong(value) ? texts.reasonTooLong({ most: messageMaxLength }) : error}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}
