// The camera of a face step: an oval to put the face into, and a picture that is taken by
// itself. It runs only while it is shown.

import { texts } from 'texts:face';
import { texts as photoTexts } from 'texts:photo';
import { Camera as CameraIcon, SwitchCamera } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useAutoCapture } from '@/parts/camera/useAutoCapture';
import { useCamera } from '@/parts/camera/useCamera';
import { Viewfinder } from '@/parts/camera/Viewfinder';
import type { CameraFault } from '@/rules/photo';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import s from './Face.module.css';
import { Step } from './Step';
import { useFraming } from './useFraming';

interface FaceCameraProps {
  title: string;
  /** Under the title: how many attempts there are. */
  aside?: ReactNode;
  onCapture: (picture: Blob) => void;
  /** Below the camera's own buttons. */
  children?: ReactNode;
}

export function FaceCamera({ title, aside, onCapture, children }: FaceCameraProps) {
  const [fault, setFault] = useState<CameraFault | null>(null);
  return (
    <>
      <FieldError error={fault && texts.faceCameraTexts[fault]} />
      {fault ? (
        <Step key="refused" title={texts.accessTitle}>
          <Button variant="primary" size="large" block onClick={() => setFault(null)}>
            {texts.again}
          </Button>
          {children}
        </Step>
      ) : (
        <Step key="live" title={title} text={texts.capture}>
          {aside}
          <Live onCapture={onCapture} onFault={setFault} />
          {children}
        </Step>
      )}
    </>
  );
}

interface LiveProps {
  onCapture: (picture: Blob) => void;
  onFault: (fault: CameraFault) => void;
}

function Live({ onCapture, onFault }: LiveProps) {
  const camera = useCamera(onFault);
  const { live, turns, flip, capture } = camera;
  const [auto, setAuto] = useState(true);
  const [error, setError] = useState<string | null>(null);
  // A press and the end of the count may come in one moment.
  const taking = useRef(false);
  const left = useAutoCapture(live && auto, () => void take());
  const framing = useFraming(camera.video, live);

  async function take() {
    if (taking.current) return;
    taking.current = true;
    const picture = await capture();
    taking.current = false;
    if (picture instanceof Blob) return onCapture(picture);
    setAuto(false);
    setError(photoTexts.capture[picture]);
  }

  return (
    <>
      <Viewfinder camera={camera} quiet>
        <span className={s.oval} aria-hidden="true" />
        {left !== null && (
          <span className={`mono ${s.count}`} aria-hidden="true">
            {left}
          </span>
        )}
      </Viewfinder>
      {/* Said at once: what is read meanwhile would outlast the count. */}
      <p role="timer" aria-live="assertive" className="sr-only">
        {left}
      </p>
      <p role="status" className={s.quiet}>
        {live ? (auto ? texts.auto : texts.paused) : texts.starting}
      </p>
      <p role="status" className={s.hint}>
        {framing && texts.framing[framing]}
      </p>
      <FieldError error={error} />
      <Button
        variant="primary"
        size="large"
        block
        busy={!live}
        icon={<CameraIcon size={20} aria-hidden="true" />}
        onClick={() => void take()}
      >
        {texts.takeNow}
      </Button>
      {/* These stay, and so does the focus: an Enter held on one must not press another. */}
      <div className={s.ways}>
        <Button
          variant="ghost"
          onClick={() => {
            setAuto(!auto);
            setError(null);
          }}
        >
          {auto ? texts.wait : texts.byItself}
        </Button>
        {turns && (
          <Button
            variant="ghost"
            busy={!live}
            icon={<SwitchCamera size={18} aria-hidden="true" />}
            onClick={flip}
          >
            {texts.switchCamera}
          </Button>
        )}
      </div>
    </>
  );
}
