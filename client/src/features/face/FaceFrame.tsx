// The frame of the face page: the way back, the ground, one panel.
import { texts } from 'texts:face';
import type { ReactNode } from 'react';
import { paths } from '@/rules/paths';
import { storeFace } from '@/stores/face/pendingFace';
import { Emblem } from '@/ui/Emblem';
import { OutsidePage } from '@/ui/OutsidePage';
import s from './Face.module.css';

interface FaceFrameProps {
  /** A member adds a face from a session, and can leave it at that. */
  signedIn?: boolean;
  children: ReactNode;
}

export function FaceFrame({ signedIn, children }: FaceFrameProps) {
  return (
    <OutsidePage
      back={{
        to: signedIn ? paths.dashboard : paths.login,
        onClick: () => signedIn && storeFace(null),
        children: signedIn ? texts.back : texts.home,
      }}
      aside={<Emblem className={s.emblem} />}
      title={texts.title}
      narrow
    >
      <div className={`${s.panel} bracketed`}>{children}</div>
    </OutsidePage>
  );
}
