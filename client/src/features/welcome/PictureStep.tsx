// The second step: a picture.
import { texts } from 'texts:welcome';
import { OwnPicture } from '@/parts/people/profile/OwnPicture';
import { Skeleton } from '@/ui/Skeleton';
import type { OwnProfile } from '@/wire/bodies.gen';
import s from './Welcome.module.css';

export function PictureStep({ profile }: { profile: OwnProfile | undefined }) {
  if (!profile) return <Skeleton height="8rem" />;
  const name = profile.username || profile.name || profile.email || profile.phone || '';
  return (
    <div className={s.picture}>
      <OwnPicture profile={profile} name={name} />
      <p role="status">{profile.profile_picture_url ? texts.pictureSet : texts.pictureChoose}</p>
    </div>
  );
}
