// The stages one after the other, with the way back and what came back from the reviewers.
import { texts } from 'texts:application';
import { ArrowLeft, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { formStages, isReapply, stageBefore, stages } from '@/rules/application/application';
import { goBack, leaveApplication } from '@/stores/application/application';
import { toast } from '@/stores/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { focusHeading } from '@/ui/focus';
import type { Application } from '@/wire/bodies.gen';
import { ApplyFrame } from './ApplyFrame';
import { stageTitles } from './applicationTexts';
import { Disclaimer } from './Disclaimer';
import s from './Flow.module.css';
import { Forms } from './Forms';
import { StageProgress } from './StageProgress';

const reasonMs = 5_000;

interface FlowProps {
  application: Application;
  stage: number;
}

export function Flow({ application, stage }: FlowProps) {
  const reapplying = isReapply(application);
  const reason = reapplying ? application.rejection_reason : null;
  useEffect(() => {
    if (reason) toast(reason, { tone: 'info', lastsMs: reasonMs });
  }, [reason]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another stage begins at its top
  useEffect(() => {
    window.scrollTo(0, 0);
    focusHeading();
  }, [stage]);

  const inForms = stage >= stages.identification && stage <= formStages;
  return (
    <ApplyFrame
      title={stage === stages.disclaimer ? texts.disclaimer : (stageTitles()[stage] ?? '')}
      top={
        <>
          {inForms && <StageProgress stage={stage} />}
          {reapplying && <ReapplyBanner reason={reason} />}
          <div className={s.top}>
            {stageBefore(stage, application) !== null && (
              <Button
                variant="ghost"
                className={s.back}
                icon={<ArrowLeft size={18} aria-hidden="true" />}
                onClick={goBack}
              >
                {texts.back}
              </Button>
            )}
            {application.expedited && <Badge tone="accent">{texts.priority}</Badge>}
          </div>
        </>
      }
    >
      {/* Each application and stage has fields of its own. */}
      <Stage key={`${application.id} ${stage}`} application={application} stage={stage} />
      <div className={s.leave}>
        <span>{application.email}</span>
        <Button variant="ghost" size="small" onClick={leaveApplication}>
          {texts.leave}
        </Button>
      </div>
    </ApplyFrame>
  );
}

function Stage({ application, stage }: FlowProps) {
  if (stage === stages.disclaimer) return <Disclaimer application={application} />;
  return <Forms application={application} stage={stage} />;
}

function ReapplyBanner({ reason }: { reason: string | null }) {
  return (
    <section className={s.banner} aria-label={texts.reapply}>
      <p className={s.bannerTitle}>
        <RotateCcw size={18} aria-hidden="true" />
        {texts.reapply}
      </p>
      {reason && (
        <>
          <p className="label">{texts.feedback}</p>
          <p className={s.reason}>{reason}</p>
        </>
      )}
    </section>
  );
}
