// Stage 0: what an applicant has to know, and the fee for a faster review.
import { texts } from 'texts:application';
import { ShieldAlert, Zap } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { leaveFor } from '@/net/leave';
import { expediteFee, stages } from '@/rules/application/application';
import { payExpedite } from '@/stores/application/application';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import type { Application } from '@/wire/bodies.gen';
import s from './Disclaimer.module.css';
import stage from './Stage.module.css';
import { useNotice } from './useNotice';
import { useStage } from './useStage';

export function Disclaimer({ application }: { application: Application }) {
  const { form, failure, busy, save } = useStage(stages.disclaimer, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    save({}, () => ({}));
  }

  return (
    <form ref={form} className={stage.form} onSubmit={submit}>
      <div className={`${stage.panel} bracketed`}>
        <p className={s.classified}>
          <ShieldAlert size={22} strokeWidth={1.75} aria-hidden="true" />
          {texts.classified}
        </p>
        <ol className={s.statements}>
          {Object.values(texts.statements).map((statement) => (
            <li key={statement}>{statement}</li>
          ))}
        </ol>
      </div>
      {application.expedited ? (
        <p>
          <Badge tone="accent" icon={<Zap size={14} aria-hidden="true" />}>
            {texts.priority}
          </Badge>
        </p>
      ) : (
        <Expedite />
      )}
      <div className={stage.foot}>
        <FieldError error={failure} />
        <Button type="submit" variant="primary" size="large" block busy={busy}>
          {texts.proceed}
        </Button>
      </div>
    </form>
  );
}

function Expedite() {
  const [busy, setBusy] = useState(false);
  const [failure, say] = useNotice();

  useEffect(() => {
    // Back from the payment's page, with this one as it was.
    const onReturn = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', onReturn);
    return () => window.removeEventListener('pageshow', onReturn);
  }, []);

  async function pay() {
    setBusy(true);
    say(null);
    try {
      if (leaveFor(await payExpedite())) return;
      say(texts.paymentFailed);
    } catch {
      say(texts.paymentFailed);
    }
    setBusy(false);
  }

  return (
    <div className={s.expedite}>
      <div className={s.offer}>
        <p className={stage.quiet}>{texts.expediteText}</p>
        <Button busy={busy} icon={<Zap size={16} aria-hidden="true" />} onClick={() => void pay()}>
          {texts.expedite({ fee: expediteFee })}
        </Button>
      </div>
      <FieldError error={failure} />
    </div>
  );
}
