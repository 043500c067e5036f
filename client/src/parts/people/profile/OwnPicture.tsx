// The member's own picture with the button that changes it.
import { texts } from 'texts:parts/people/profile';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '@/ui/Avatar';
import { whenOpen } from '@/ui/onDemand';
import type { OwnProfile } from '@/wire/bodies.gen';
import s from './OwnPicture.module.css';
import type { PictureDialogProps } from './PictureDialog';

const PictureDialog = whenOpen<PictureDialogProps>(() =>
  import('./PictureDialog').then(({ PictureDialog }) => ({ default: PictureDialog })),
);

interface OwnPictureProps {
  profile: OwnProfile;
  /** What stands for a missing picture is made of it. */
  name: string;
}

export function OwnPicture({ profile, name }: OwnPictureProps) {
  const [open, setOpen] = useState(false);
  const picture = profile.profile_picture_thumbnail_url || profile.profile_picture_url;
  return (
    <>
      <button type="button" className={s.button} onClick={() => setOpen(true)} title={texts.changePicture}>
        <Avatar name={name} src={picture} className={s.picture} />
        <span className={s.mark}>
          <Camera size={18} aria-hidden="true" />
        </span>
        <span className="sr-only">{texts.changePicture}</span>
      </button>
      <PictureDialog open={open} onClose={() => setOpen(false)} name={name} picture={picture} />
    </>
  );
}
