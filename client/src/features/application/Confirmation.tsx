// The application has been submitted: its number, and what happens next.
import { texts } from 'texts:application';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/rules/paths';
import { Button, ButtonLink } from '@/ui/Button';
import { focusHeading } from '@/ui/focus';
import type { Application } from '@/wire/bodies.gen';
import { ApplyFrame } from './ApplyFrame';
import s from './Confirmation.module.css';
import stage from './Stage.module.css';

export function Confirmation({ application }: { application: Application }) {
  const navigate = useNavigate();
  const { application_number: number, email, expedited } = application;
  useEffect(focusHeading, []);
  return (
    <ApplyFrame title={texts.submitted}>
      <div className={`${stage.panel} bracketed printed`}>
        <div className={s.number}>
          <CircleCheck size={28} strokeWidth={1.5} aria-hidden="true" />
          <div>
            <p className="label">{texts.number}</p>
            <p className={s.figure}>{number}</p>
          </div>
        </div>
        <section className={s.part}>
          <h2>{texts.nextSteps}</h2>
          <ul className={s.list}>
            <li>{expedited ? texts.reviewExpedited : texts.reviewStandard}</li>
            <li>{texts.decisionMail}</li>
            <li>{texts.statusByMail}</li>
          </ul>
        </section>
        <p className={s.email}>
          {texts.writesTo} <strong>{email}</strong>
        </p>
        <section className={s.part}>
          <h2>{texts.remember}</h2>
          <ul className={s.list}>
            {Object.values(texts.reminders).map((reminder) => (
              <li key={reminder}>{reminder}</li>
            ))}
          </ul>
        </section>
      </div>
      <div className={s.actions}>
        <Button
          variant="primary"
          size="large"
          onClick={() => void navigate(paths.applyStatus, { replace: true, state: { email } })}
        >
          {texts.toStatus}
        </Button>
        <ButtonLink to={paths.login} size="large">
          {texts.returnHome}
        </ButtonLink>
      </div>
    </ApplyFrame>
  );
}
