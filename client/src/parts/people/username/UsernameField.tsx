// The field of a chat username, and what is known of the name as it is typed.
import { texts } from 'texts:parts/people/username';
import { CircleCheck } from 'lucide-react';
import { typedUsername } from '@/rules/people/username';
import { Field } from '@/ui/Field';
import { Spinner } from '@/ui/Spinner';
import s from './UsernameModal.module.css';
import type { NameCheck } from './useNameCheck';

interface UsernameFieldProps {
  label: string;
  hint: string;
  name: string;
  check: NameCheck;
  error: string | null;
  disabled: boolean;
  onChange: (name: string) => void;
}

export function UsernameField({ label, hint, name, check, error, disabled, onChange }: UsernameFieldProps) {
  return (
    <>
      <Field
        label={label}
        value={name}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        before={
          <span className={s.at} aria-hidden="true">
            @
          </span>
        }
        hint={hint}
        error={error}
        disabled={disabled}
        onChange={(event) => onChange(typedUsername(event.target.value))}
      />
      <p className={s.state} role="status">
        {check.state === 'asking' && (
          <>
            <Spinner /> {texts.checking}
          </>
        )}
        {check.state === 'free' && (
          <span className={s.free}>
            <CircleCheck size={16} aria-hidden="true" /> {texts.isAvailable({ name })}
          </span>
        )}
      </p>
    </>
  );
}
