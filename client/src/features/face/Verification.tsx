// Showing a face: the camera, the comparison, and at most three attempts, which the
// server counts.
import { texts } from 'texts:face';
import { useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { countFaceFailures, type PendingFace } from '@/stores/face/pendingFace';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import { Spinner } from '@/ui/Spinner';
import { skippedMs, successMs } from './ends';
import s from './Face.module.css';
import { FaceCamera } from './FaceCamera';
import { skip, verify } from './faceCalls';
import { type Failure, maxAttempts, verifyFailure, verifyRefusal } from './outcome';
import { Step } from './Step';
import { useCompletion } from './useCompletion';

type Phase = 'capture' | 'processing' | 'success' | 'skipped' | 'error' | 'ended';

export function Verification({ pending }: { pending: PendingFace }) {
  const { complete, end, toLogin } = useCompletion(pending);
  const [failures, setFailures] = useState(pending.failures ?? 0);
  const used = failures >= maxAttempts;
  const [phase, setPhase] = useState<Phase>(used ? 'error' : 'capture');
  const [error, setError] = useState<string | null>(used ? texts.maximum : null);
  const [skipping, setSkipping] = useState(false);

  function go(next: Phase, why: string | null = null) {
    setPhase(next);
    setError(why);
  }

  async function compare(picture: Blob) {
    go('processing');
    try {
      const reply = await verify(picture, pending);
      const refusal = verifyRefusal(reply);
      if (refusal) return fail(refusal);
      go('success');
      complete(reply.session, successMs);
    } catch (cause) {
      fail(verifyFailure(cause));
    }
  }

  function fail(failure: Failure) {
    switch (failure.kind) {
      case 'attempt':
        return failed(maxAttempts - (failure.left ?? maxAttempts - failures - 1), failure.text);
      case 'picture':
        return go('capture', failure.text);
      case 'again':
        return go('error', failure.text);
      case 'ended':
        go('ended');
        return end();
    }
  }

  function failed(count: number, why: string) {
    setFailures(count);
    countFaceFailures(count);
    if (count < maxAttempts) go('capture', why);
    else go('error', texts.maximum);
  }

  async function skipNow() {
    setSkipping(true);
    setError(null);
    try {
      const { session } = await skip(pending, pending.isAdmin ? 'admin_skip' : 'failed_attempts');
      go('skipped');
      complete(session, skippedMs);
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) fail({ kind: 'ended' });
      else setError(messageOf(cause, texts.verificationNotSkipped));
    } finally {
      setSkipping(false);
    }
  }

  const skipButton = (pending.isAdmin || used) && (
    <>
      <Button variant="ghost" block busy={skipping} onClick={() => void skipNow()}>
        {texts.skip}
      </Button>
      <p className={s.quiet}>{texts.skipHint}</p>
    </>
  );

  return (
    <>
      <FieldError error={error} />
      {phase === 'capture' && (
        <FaceCamera
          key={phase}
          title={texts.verifyTitle}
          aside={
            <p className={`mono ${s.attempt}`}>{texts.attempt({ number: failures + 1, of: maxAttempts })}</p>
          }
          onCapture={(picture) => void compare(picture)}
        >
          {skipButton}
        </FaceCamera>
      )}
      {phase === 'processing' && (
        <Step key={phase} title={texts.processingTitle} busy>
          <p role="status" className={s.working}>
            <Spinner />
            {texts.verifying}
          </p>
        </Step>
      )}
      {phase === 'error' && (
        <Step key={phase} title={texts.errorTitle}>
          {failures > 0 && <p className={`mono ${s.attempt}`}>{texts.used({ failures })}</p>}
          {!used && (
            <Button variant="primary" size="large" block onClick={() => go('capture')}>
              {texts.again}
            </Button>
          )}
          <Button variant={used ? 'primary' : undefined} block onClick={toLogin}>
            {texts.toLogin}
          </Button>
          {skipButton}
        </Step>
      )}
      {phase === 'success' && <Step key={phase} title={texts.verifiedTitle} text={texts.verified} />}
      {phase === 'skipped' && <Step key={phase} title={texts.skippedTitle} text={texts.skipped} />}
      {phase === 'ended' && <Step key={phase} title={texts.errorTitle} text={texts.ended} />}
    </>
  );
}
