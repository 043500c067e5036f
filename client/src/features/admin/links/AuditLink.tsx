// A way from a thing to what the audit log says about it.
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import s from './AuditLink.module.css';

export function AuditLink({ subject, words }: { subject: string; words: string }) {
  return (
    <Link className={s.link} to={`${paths.admin}?tab=audit&subject=${encodeURIComponent(subject)}`}>
      {words}
    </Link>
  );
}
