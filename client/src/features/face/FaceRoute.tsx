// /face-recognition: the step between the code and the session, where a member adds a face
// or shows it.
import { texts } from 'texts:face';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/rules/paths';
import { waitingFace } from '@/stores/face/pendingFace';
import { ButtonLink } from '@/ui/Button';
import { usePageTitle } from '@/ui/pageTitle';
import { Enrolment } from './Enrolment';
import { FaceFrame } from './FaceFrame';
import { Step } from './Step';
import { Verification } from './Verification';

const toLoginMs = 500;

export function Component() {
  usePageTitle(texts.title);
  // Read once: the step is forgotten when it is done, while this page still says so.
  const [pending] = useState(waitingFace);
  return <FaceFrame signedIn={pending?.signedIn}>{pending ? stepOf(pending) : <NoStep />}</FaceFrame>;
}

function stepOf(pending: NonNullable<ReturnType<typeof waitingFace>>) {
  switch (pending.step) {
    case 'enrollment':
      return <Enrolment pending={pending} />;
    case 'verification':
      return <Verification pending={pending} />;
    default:
      return (
        <Step title={texts.unknownStep}>
          <ButtonLink to={paths.login} variant="primary">
            {texts.toLogin}
          </ButtonLink>
        </Step>
      );
  }
}

function NoStep() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), toLoginMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <p role="status">{texts.noStep}</p>;
}
