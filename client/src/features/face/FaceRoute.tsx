// /face-recognition: the step between the code and the session, where a member adds a face
// or shows it. It speaks the member's language, which a device learns with its first screen else.
import { texts } from 'texts:face';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/rules/paths';
import { waitingFace } from '@/stores/face/pendingFace';
import { agreeWithAccount } from '@/ui/accountLanguage';
import { ButtonLink } from '@/ui/Button';
import { usePageTitle } from '@/ui/pageTitle';
import { Spinner } from '@/ui/Spinner';
import { Enrolment } from './Enrolment';
import { FaceFrame } from './FaceFrame';
import { Step } from './Step';
import { Verification } from './Verification';

const toLoginMs = 500;

export function Component() {
  usePageTitle(texts.title);
  // Read once: the step is forgotten when it is done, while this page still says so.
  const [pending] = useState(waitingFace);
  const agreed = useAgreement(pending?.language);
  if (!agreed) return <Spinner />;
  return <FaceFrame signedIn={pending?.signedIn}>{pending ? stepOf(pending) : <NoStep />}</FaceFrame>;
}

/** Whether the member's language is spoken, or cannot be. */
function useAgreement(language: string | undefined) {
  const [agreed, setAgreed] = useState(!language);
  useEffect(() => {
    if (!language) return;
    const go = () => setAgreed(true);
    agreeWithAccount(language).then(go, go);
  }, [language]);
  return agreed;
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
