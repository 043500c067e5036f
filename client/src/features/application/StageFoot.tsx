// The end of a form: what is wrong with the whole, and the one button.
import type { ReactNode } from 'react';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import s from './Stage.module.css';

interface StageFootProps {
  failure: string | null;
  busy: boolean;
  label: string;
  children?: ReactNode;
}

export function StageFoot({ failure, busy, label, children }: StageFootProps) {
  return (
    <div className={s.foot}>
      <FieldError error={failure} />
      {children}
      <Button type="submit" variant="primary" size="large" block busy={busy}>
        {label}
      </Button>
    </div>
  );
}
