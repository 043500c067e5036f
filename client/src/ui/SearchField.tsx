// A field to search with: clears by its cross and by Escape.
import { texts } from 'texts:ui';
import { Search, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Field } from './Field';
import { IconButton } from './IconButton';
import s from './SearchField.module.css';
import { ownEscape } from './topLayer';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  autoFocus?: boolean;
  ref?: RefObject<HTMLInputElement | null>;
}

export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  className,
  autoFocus,
  ref,
}: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  function clear() {
    onChange('');
    input.current?.focus();
  }
  return (
    <Field
      ref={input}
      label={label}
      hideLabel
      className={className}
      autoFocus={autoFocus}
      type="text"
      role="searchbox"
      // A dialog around the field stays open: it hears the key before the field does.
      {...{ [ownEscape]: value === '' ? undefined : '' }}
      value={value}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        clear();
      }}
      before={<Search className={s.mark} size={18} aria-hidden="true" />}
      after={
        value !== '' && (
          <IconButton label={texts.clearSearch} icon={<X size={16} aria-hidden="true" />} onClick={clear} />
        )
      }
    />
  );
}
