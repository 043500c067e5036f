// A question that is answered with yes or no, and has no answer at first.
import { texts } from 'texts:application';
import { useId } from 'react';
import s from './YesNo.module.css';

interface YesNoProps {
  question: string;
  value: boolean | null;
  onChange: (value: boolean) => void;
  /** There is no answer. */
  missing: boolean;
  /** What says so. */
  describedBy?: string;
}

const answers = () =>
  [
    { value: true, label: texts.yes },
    { value: false, label: texts.no },
  ] as const;

export function YesNo({ question, value, onChange, missing, describedBy }: YesNoProps) {
  const name = useId();
  return (
    <div
      className={s.question}
      role="radiogroup"
      aria-labelledby={`${name}-words`}
      aria-invalid={missing || undefined}
      aria-describedby={missing ? describedBy : undefined}
    >
      <p id={`${name}-words`} className={s.words}>
        {question}
      </p>
      <div className={s.answers}>
        {answers().map((answer) => (
          <label key={answer.label} className={s.answer}>
            <input
              type="radio"
              className="unseen-control"
              name={name}
              checked={value === answer.value}
              onChange={() => onChange(answer.value)}
            />
            <span className={s.face}>{answer.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
