// A way from a thing to what the audit log says about it.
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import s from './AuditLink.module.css';

interface AuditLinkProps {
  subject: string;
  words: string;
  /** Which of a list it belongs to; said, not shown. */
  of?: string;
  /** The id of what says so already. */
  describedBy?: string;
}

export function AuditLink({ subject, words, of, describedBy }: AuditLinkProps) {
  return (
    <Link
      className={s.link}
      to={`${paths.admin}?tab=audit&subject=${encodeURIComponent(subject)}`}
      aria-label={of && `${words}: ${of}`}
      aria-describedby={describedBy}
    >
      {words}
    </Link>
  );
}
