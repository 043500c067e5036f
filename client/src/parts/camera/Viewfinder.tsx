// The live picture of a camera, as in a mirror, and what is shown until it runs.
import { texts } from 'texts:parts/camera';
import type { ReactNode } from 'react';
import { Spinner } from '@/ui/Spinner';
import s from './Camera.module.css';
import type { LiveCamera } from './useCamera';

interface ViewfinderProps {
  camera: LiveCamera;
  /** That it starts is said elsewhere. */
  quiet?: boolean;
  /** Over the picture. */
  children?: ReactNode;
}

export function Viewfinder({ camera: { video, facing, live }, quiet, children }: ViewfinderProps) {
  return (
    <div className={s.frame} aria-busy={!live}>
      <video
        ref={video}
        className={s.picture}
        data-facing={facing}
        aria-label={texts.live}
        tabIndex={-1}
        muted
        playsInline
      />
      {children}
      {!live && (
        <p className={s.waiting} role={quiet ? undefined : 'status'} aria-hidden={quiet}>
          <Spinner />
          {texts.starting}
        </p>
      )}
    </div>
  );
}
