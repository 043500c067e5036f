// The live picture of a camera with the buttons that capture and turn it.

import { texts } from 'texts:parts/camera';
import { texts as photoTexts } from 'texts:photo';
import { Camera as CameraIcon, SwitchCamera } from 'lucide-react';
import { useState } from 'react';
import type { CameraFault } from '@/rules/photo';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import s from './Camera.module.css';
import { useCamera } from './useCamera';
import { Viewfinder } from './Viewfinder';

interface CameraProps {
  onCapture: (photo: File) => void;
  /** The camera cannot be used. */
  onFault: (fault: CameraFault) => void;
}

export function Camera({ onCapture, onFault }: CameraProps) {
  const camera = useCamera(onFault);
  const { flip, capture } = camera;
  const [error, setError] = useState<string | null>(null);

  async function take() {
    const photo = await capture();
    if (photo instanceof File) onCapture(photo);
    else setError(photoTexts.capture[photo]);
  }

  return (
    <div className={s.body}>
      <Viewfinder camera={camera} />
      <FieldError error={error} />
      <div className={s.actions}>
        <Button onClick={flip} icon={<SwitchCamera size={18} aria-hidden="true" />}>
          {texts.flip}
        </Button>
        <Button onClick={() => void take()} icon={<CameraIcon size={18} aria-hidden="true" />}>
          {texts.capture}
        </Button>
      </div>
    </div>
  );
}
