// Takes files: by a press, by the keyboard, or dropped from another window.
// Says what is wrong with a file itself, since the picker's filter is a wish.
import { Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { cx } from './cx';
import { FieldError } from './Field';
import s from './FileDrop.module.css';

interface FileDropProps {
  label: string;
  hint?: string;
  /** As the accept attribute: types and endings. */
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  error?: string | null;
  onFiles: (files: File[]) => void;
}

export function FileDrop({ label, hint, accept, multiple, disabled, error, onFiles }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
    // The same file can be chosen again.
    if (input.current) input.current.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <div className={s.frame}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the input inside does the same */}
      <div
        className={s.zone}
        data-over={over || undefined}
        data-invalid={error ? '' : undefined}
        data-disabled={disabled || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
        <span className={s.label} aria-hidden="true">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={s.hint}>
            {hint}
          </span>
        )}
        <input
          ref={input}
          type="file"
          className={cx('unseen-control', s.input)}
          aria-label={label}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => take(event.target.files)}
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
