// An application as it stands: its status, when what happened, and what can be done.
import { texts as applyTexts } from 'texts:application';
import type { ReactNode } from 'react';
import { isReapply, stages, stageText, statusOf } from '@/rules/application/application';
import { formatDate } from '@/rules/format';
import { paths } from '@/rules/paths';
import { Badge } from '@/ui/Badge';
import { Button, ButtonLink } from '@/ui/Button';
import type { Application } from '@/wire/bodies.gen';
import s from './Stage.module.css';
import style from './Status.module.css';

interface StatusViewProps {
  application: Application;
  onAnother: () => void;
}

export function StatusView({ application, onAnother }: StatusViewProps) {
  const { email, submitted_at, reviewed_at, rejection_reason: reason } = application;
  const status = statusOf(application.status);
  const open = submitted_at === null;
  const { label, text } = open
    ? { label: applyTexts.statusTexts.incomplete, text: applyTexts.statusTexts.incompleteText }
    : applyTexts.statusLabels[status];
  const goOn = open && application.current_stage < stages.complete;
  const again = { email, start: true };
  return (
    <>
      <article className={`${s.panel} bracketed`} data-status={open ? 'open' : status}>
        <header className={style.head}>
          <div>
            <p className="label">{applyTexts.number}</p>
            <p className={style.number}>{application.application_number}</p>
          </div>
          {application.expedited && <Badge tone="accent">{applyTexts.statusTexts.expedited}</Badge>}
        </header>
        <div className={style.status} role="status">
          <h2 className={style.label}>{label}</h2>
          <p className={s.quiet}>{text}</p>
        </div>
        {!open && reason && (
          <section className={style.reason}>
            <h3 className="label">
              {status === 'reapply' ? applyTexts.statusTexts.feedback : applyTexts.statusTexts.reason}
            </h3>
            <p>{reason}</p>
          </section>
        )}
        <section className={style.part}>
          <h3 className="label">{applyTexts.statusTexts.timeline}</h3>
          <ol>
            <Step name={applyTexts.statusTexts.submitted} at={submitted_at} />
            <Step name={applyTexts.statusTexts.reviewed} at={reviewed_at} />
            <Step name={applyTexts.statusTexts.stage}>{stageText(application)}</Step>
          </ol>
        </section>
        <section className={style.part}>
          <h3 className="label">{applyTexts.statusTexts.applicant}</h3>
          <dl>
            <Fact name={applyTexts.statusTexts.name}>{application.full_name}</Fact>
            <Fact name={applyTexts.statusTexts.email}>{email}</Fact>
            <Fact name={applyTexts.statusTexts.phone}>{application.phone}</Fact>
          </dl>
        </section>
      </article>
      <div className={style.actions}>
        {isReapply(application) && (
          <ButtonLink to={paths.apply} state={again} variant="primary" size="large">
            {applyTexts.statusTexts.resubmit}
          </ButtonLink>
        )}
        {status === 'accepted' && (
          <ButtonLink to={paths.login} variant="primary" size="large">
            {applyTexts.statusTexts.login}
          </ButtonLink>
        )}
        {goOn && (
          <ButtonLink to={paths.apply} state={again} variant="primary" size="large">
            {applyTexts.statusTexts.goOn}
          </ButtonLink>
        )}
        <Button size="large" onClick={onAnother}>
          {applyTexts.statusTexts.another}
        </Button>
      </div>
    </>
  );
}

function Step({ name, at, children }: { name: string; at?: string | null; children?: ReactNode }) {
  return (
    <li className={style.step} data-done={Boolean(at ?? children) || undefined}>
      <span>{name}</span>
      <span className={style.when}>
        {at ? <time dateTime={at}>{formatDate(at, 'full')}</time> : (children ?? '—')}
      </span>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: string | null }) {
  return (
    <div className={style.fact}>
      <dt>{name}</dt>
      <dd>{children || applyTexts.statusTexts.notProvided}</dd>
    </div>
  );
}
