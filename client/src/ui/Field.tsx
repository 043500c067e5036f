// A label, a control, a hint and an error, tied together for screen readers.
import { CircleAlert } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { cx } from './cx';
import s from './Field.module.css';

/** What a control inside a frame must carry. */
export interface FrameBinding {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FrameProps {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | null;
  /** Right of the label: a counter, say. */
  aside?: ReactNode;
  className?: string;
  children: (binding: FrameBinding) => ReactNode;
}

export function FieldFrame({ label, hideLabel, hint, error, aside, className, children }: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cx(s.frame, className)}>
      {/* A label that is not seen takes no room either. */}
      <div className={cx(s.head, hideLabel && !aside && 'sr-only')}>
        <label htmlFor={id} className={hideLabel ? 'sr-only' : 'label'}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className={s.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error's own live region: it is there before its words are, so that they are said. */
export function FieldError({ id, error }: { id?: string; error?: string | null }) {
  return (
    <div id={id} role="alert" className={s.error}>
      {error && (
        <>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </>
      )}
    </div>
  );
}

/** The border around a control, which says that it has the focus or is wrong. */
export function FieldBox({ error, children }: { error?: string | null; children: ReactNode }) {
  return (
    <div className={s.box} data-invalid={error ? '' : undefined}>
      {children}
    </div>
  );
}

type FieldOwn = Omit<FrameProps, 'children'> & { before?: ReactNode; after?: ReactNode };
export type FieldProps = FieldOwn & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Field({
  label,
  hideLabel,
  hint,
  error,
  aside,
  before,
  after,
  className,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, aside, className }}>
      {(binding) => (
        <FieldBox error={error}>
          {before}
          <input {...input} {...binding} className={s.input} />
          {after}
        </FieldBox>
      )}
    </FieldFrame>
  );
}

export type TextAreaProps = Omit<FrameProps, 'children'> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, hideLabel, hint, error, aside, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hideLabel, hint, error, aside, className }}>
      {(binding) => (
        <FieldBox error={error}>
          <textarea rows={4} {...area} {...binding} className={cx(s.input, s.area)} />
        </FieldBox>
      )}
    </FieldFrame>
  );
}
