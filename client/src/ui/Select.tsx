// A choice among a few: the system's own list, which works with every keyboard,
// phone and screen reader.
import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { FieldBox, FieldFrame, type FrameProps } from './Field';
import s from './Select.module.css';

interface SelectProps<Value extends string>
  extends Omit<FrameProps, 'children'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'children' | 'className'> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  ref?: Ref<HTMLSelectElement>;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, error, aside, className, options, value, onChange, ...select } = props;
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, aside, className }}>
      {(binding) => (
        <FieldBox error={error}>
          <select
            {...select}
            {...binding}
            className={s.select}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className={s.mark} size={16} aria-hidden="true" />
        </FieldBox>
      )}
    </FieldFrame>
  );
}
