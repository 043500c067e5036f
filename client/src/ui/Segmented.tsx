// One of a few: radio buttons drawn as one bar.
import { useId } from 'react';
import { cx } from './cx';
import s from './Segmented.module.css';

interface SegmentedProps<Value extends string> {
  /** What is chosen; said, not shown. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, disabled, className } = props;
  const name = useId();
  return (
    <fieldset className={cx(s.bar, className)} disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={s.option}>
          <input
            type="radio"
            className="unseen-control"
            name={name}
            value={option.value}
            checked={option.value === value}
            // One stop of Tab. A dialog takes each radio for one, and after the last keeps the focus there.
            tabIndex={option.value === value ? undefined : -1}
            onChange={() => onChange(option.value)}
          />
          <span className={s.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
