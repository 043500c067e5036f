// The sealed plate: the code, and the button that tries it.
import { texts } from 'texts:encrypted';
import { LockKeyhole } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { timeLeft, typedCode, typedLength } from '@/rules/encrypted';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Field } from '@/ui/Field';
import { useSecondsUntil } from '@/ui/useSecondsUntil';
import s from './DecryptCodeForm.module.css';
import type { EffectChoice } from './useEffectChoice';
import { useTurning } from './useTurning';

interface DecryptCodeFormProps {
  field: RefObject<HTMLInputElement | null>;
  code: string;
  fault: string | null;
  /** Seconds until the code opens, as the server has just said; null for none. */
  opensIn: number | null;
  busy: boolean;
  effect: EffectChoice;
  onChange: (code: string) => void;
  onSubmit: () => void;
}

export function DecryptCodeForm(props: DecryptCodeFormProps) {
  const { field, code, fault, opensIn, busy, effect, onChange, onSubmit } = props;
  const turning = useTurning(code, busy && effect.on);
  return (
    <form
      className={`bracketed ${s.plate}`}
      data-busy={busy || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <span className={s.lock} aria-hidden="true">
        <LockKeyhole size={28} strokeWidth={1.5} />
      </span>
      <p className={s.lead}>{texts.lead}</p>
      <div className={s.entry}>
        <Field
          ref={field}
          label={texts.code}
          hideLabel
          className={s.code}
          placeholder={texts.placeholder}
          value={code}
          maxLength={3 * typedLength}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
          readOnly={busy}
          error={fault}
          after={
            turning && (
              <span className={s.turning} aria-hidden="true">
                {turning}
              </span>
            )
          }
          onChange={(event) => onChange(typedCode(event.target.value))}
        />
      </div>
      {opensIn !== null && <OpensIn key={`${code} ${opensIn}`} seconds={opensIn} />}
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {texts.decrypt}
      </Button>
      <ul className={s.hints}>
        <li>{texts.caseHint}</li>
        <li>{texts.formHint}</li>
      </ul>
      {!effect.fixed && (
        <Checkbox
          className={s.effect}
          label={texts.effect}
          checked={effect.on}
          onChange={(event) => effect.choose(event.target.checked)}
        />
      )}
    </form>
  );
}

/** How long a code that was tried too early stays shut. */
function OpensIn({ seconds }: { seconds: number }) {
  const [until] = useState(() => new Date(Date.now() + seconds * 1000).toISOString());
  const left = useSecondsUntil(until, 0);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (left === 0) setSaid(texts.opensNow);
  }, [left]);
  return (
    <div className={s.opens}>
      {left > 0 && (
        <p role="timer">
          <span className="label">{texts.opensIn}</span> <span className="mono">{timeLeft(left)}</span>
        </p>
      )}
      <p role="status">{said}</p>
    </div>
  );
}
