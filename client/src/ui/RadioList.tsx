// One of a few, as a list of radio buttons, each with its words.
import { useId } from 'react';
import s from './RadioList.module.css';

interface RadioListProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string; text?: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

export function RadioList<Value extends string>({ legend, options, value, onChange }: RadioListProps<Value>) {
  const name = useId();
  return (
    <fieldset className={s.list}>
      <legend className="label">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={s.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={s.words}>
            {option.label}
            {option.text && <span className={s.text}>{option.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
