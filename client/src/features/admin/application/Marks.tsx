// What stands beside an application's number everywhere: expedited, status, clock, claim.
import { texts } from 'texts:admin/application';
import { Clock, Eye, TriangleAlert } from 'lucide-react';
import { dueClock, statusOf } from '@/rules/application/review';
import { Badge } from '@/ui/Badge';
import type { AdminApplication, ApplicationClaim } from '@/wire/bodies.gen';
import s from './Applications.module.css';
import { statusTones } from './reviewTexts';

export function Marks({ application }: { application: AdminApplication }) {
  const status = statusOf(application);
  return (
    <>
      {application.unreadable && <Badge tone="alert">{texts.unreadable}</Badge>}
      {application.expedited && <Badge tone="accent">{texts.expedited}</Badge>}
      <Badge tone={statusTones[status]}>{texts.statusWords[status]}</Badge>
    </>
  );
}

export function Due({ application, now }: { application: AdminApplication; now: number }) {
  const clock = dueClock(application, now);
  if (!clock) return null;
  const Icon = clock.state === 'calm' ? Clock : TriangleAlert;
  return (
    <span className={s.due} data-state={clock.state}>
      <Icon size={14} aria-hidden="true" />
      {clock.words}
    </span>
  );
}

export function Claim({ claim }: { claim: ApplicationClaim | null }) {
  if (!claim) return null;
  return (
    <span className={s.claim}>
      <Eye size={14} aria-hidden="true" />
      {texts.openBy({ name: claim.name })}
    </span>
  );
}
