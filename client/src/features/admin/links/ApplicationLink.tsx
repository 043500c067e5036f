// An application's number, with the way to what it says.
import type { ReactNode } from 'react';
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import s from './AuditLink.module.css';

export function ApplicationLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link className={s.link} to={`${paths.adminApplications}?application=${encodeURIComponent(id)}`}>
      <span className="mono">{children}</span>
    </Link>
  );
}
