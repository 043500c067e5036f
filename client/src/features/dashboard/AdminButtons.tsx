// For administrators, over the dashboard: the face viewer at the left, the
// admin panel at the right.
import { texts } from 'texts:dashboard';
import { useQuery } from '@tanstack/react-query';
import { ScanFace, ShieldCheck } from 'lucide-react';
import { waitingQuery } from '@/queries/desk/waiting';
import { paths } from '@/rules/paths';
import { Count } from '@/ui/Count';
import { cx } from '@/ui/cx';
import { Link } from '@/ui/Link';
import s from './AdminButtons.module.css';

export function AdminButtons() {
  const waiting = useQuery(waitingQuery).data;
  return (
    <aside aria-label={texts.administration}>
      <Link to={paths.adminFace} className={cx(s.button, s.left)}>
        <ScanFace size={20} aria-hidden="true" />
        <span className={s.words}>{texts.faceViewer}</span>
      </Link>
      <Link to={paths.admin} className={cx(s.button, s.right)}>
        <ShieldCheck size={20} aria-hidden="true" />
        <span className={s.words}>{texts.adminPanel}</span>
        {waiting && (
          <Count
            count={waiting.reports + waiting.emergencies + waiting.applications}
            words={texts.waiting({
              reports: waiting.reports,
              emergencies: waiting.emergencies,
              applications: waiting.applications,
            })}
            urgent={waiting.critical + waiting.dueSoon > 0}
            className={s.count}
          />
        )}
      </Link>
    </aside>
  );
}
