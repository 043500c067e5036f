// The two designed absences: nothing here yet, and it did not work.
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import s from './States.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={s.state}>
      {icon && <span className={s.icon}>{icon}</span>}
      <p className={s.title}>{title}</p>
      {text && <p className={s.text}>{text}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** A sentence: what did not work. */
  text: string;
  /** The one thing to do about it. */
  action?: { label: string; run: () => void; busy?: boolean };
}

export function ErrorState({ text, action }: ErrorStateProps) {
  return (
    <div className={s.state} role="alert">
      <TriangleAlert className={s.warn} size={24} aria-hidden="true" />
      <p className={s.text}>{text}</p>
      {action && (
        <Button onClick={action.run} busy={action.busy}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
