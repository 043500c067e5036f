// Adding a face: consent, camera, a look at the picture, and the answer.
import { texts } from 'texts:face';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import type { PendingFace } from '@/stores/face/pendingFace';
import { writeDeviceItem } from '@/stores/session/deviceStorage';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { Spinner } from '@/ui/Spinner';
import { skippedMs, skippedUnder, successMs } from './ends';
import s from './Face.module.css';
import { FaceCamera } from './FaceCamera';
import { FacePreview } from './FacePreview';
import { enrol, skip } from './faceCalls';
import { Intro } from './Intro';
import { enrolFailure, needsConsent } from './outcome';
import { Step } from './Step';
import { useCompletion } from './useCompletion';

type Phase = 'intro' | 'permissions' | 'capture' | 'preview' | 'processing' | 'success' | 'skipped' | 'ended';

export function Enrolment({ pending }: { pending: PendingFace }) {
  const { complete, end } = useCompletion(pending);
  const [phase, setPhase] = useState<Phase>('intro');
  const [consent, setConsent] = useState('');
  const [picture, setPicture] = useState<Blob | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [skipping, setSkipping] = useState(false);

  function go(next: Phase, why: string | null = null) {
    setPhase(next);
    setError(why);
    if (next !== 'preview' && next !== 'processing') setPicture(null);
  }

  async function store(taken: Blob) {
    go('processing');
    try {
      const { session } = await enrol(taken, pending, consent);
      go('success');
      complete(session, successMs);
    } catch (cause) {
      fail(enrolFailure(cause), needsConsent(cause) ? 'intro' : 'preview');
    }
  }

  async function skipNow() {
    setSkipping(true);
    setError(null);
    try {
      const { session } = await skip(pending);
      writeDeviceItem(skippedUnder, 'true');
      go('skipped');
      complete(session, skippedMs);
    } catch (cause) {
      fail(enrolFailure(cause) && messageOf(cause, texts.enrolmentNotSkipped), phase);
    } finally {
      setSkipping(false);
    }
  }

  /** Null is a dead token. */
  function fail(why: string | null, back: Phase) {
    if (why !== null) return go(back, why);
    go('ended');
    end();
  }

  const wayOut = !pending.signedIn && (
    <Button variant="ghost" block busy={skipping} onClick={() => void skipNow()}>
      {pending.previouslySkipped ? texts.later : texts.remind}
    </Button>
  );

  return (
    <>
      <FieldError error={error} />
      {phase === 'intro' && (
        <Intro
          key={phase}
          onAgree={(version) => {
            setConsent(version);
            go('permissions');
          }}
        >
          {wayOut}
        </Intro>
      )}
      {phase === 'permissions' && (
        <Step key={phase} title={texts.permissionsTitle} text={texts.permissions}>
          <ul className={s.tips}>
            {Object.values(texts.permissionsTips).map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
          <Button variant="primary" size="large" block onClick={() => go('capture')}>
            {texts.allow}
          </Button>
          {wayOut}
        </Step>
      )}
      {phase === 'capture' && (
        <FaceCamera
          key={phase}
          title={texts.captureTitle}
          onCapture={(taken) => {
            setPicture(taken);
            go('preview');
          }}
        >
          {wayOut}
        </FaceCamera>
      )}
      {phase === 'preview' && picture && (
        <FacePreview
          key={phase}
          picture={picture}
          failed={error !== null}
          onUse={() => void store(picture)}
          onRetake={() => go('capture')}
        />
      )}
      {phase === 'processing' && (
        <Step key={phase} title={texts.processingTitle} busy>
          <p role="status" className={s.working}>
            <Spinner />
            {texts.enrolling}
          </p>
        </Step>
      )}
      {phase === 'success' && <Step key={phase} title={texts.enrolledTitle} text={texts.enrolled} />}
      {phase === 'skipped' && <Step key={phase} title={texts.skippedTitle} text={texts.skippedEnrolment} />}
      {phase === 'ended' && <Step key={phase} title={texts.errorTitle} text={texts.ended} />}
    </>
  );
}
