// The calling code before a phone number: the system's own list over a short face.
import { texts } from 'texts:people/signIn';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { countries, countryOf } from '@/rules/people/countries';
import { cx } from '@/ui/cx';
import s from './CountrySelect.module.css';

interface CountrySelectProps {
  /** ISO code. */
  value: string;
  onChange: (code: string) => void;
  disabled?: boolean;
}

// Each key that is typed beside them would draw them again.
const Options = memo(function Options() {
  return countries().map(({ code, name, callingCode }) => (
    <option key={code} value={code}>
      {name} +{callingCode}
    </option>
  ));
});

export function CountrySelect({ value, onChange, disabled }: CountrySelectProps) {
  const country = countryOf(value);
  return (
    <div className={s.select}>
      <span className={s.face} aria-hidden="true">
        <span className={s.name}>{country.name}</span>
        <span className={s.code}>{country.code}</span>
        <span className="mono">+{country.callingCode}</span>
        <ChevronDown size={14} />
      </span>
      <select
        className={cx('unseen-control', s.list)}
        aria-label={texts.country}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        disabled={disabled}
        autoComplete="tel-country-code"
      >
        <Options />
      </select>
    </div>
  );
}
