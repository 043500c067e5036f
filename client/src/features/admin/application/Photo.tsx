// An applicant's photo, small or whole; says so when there is none or it does not load.
import { texts } from 'texts:admin/application';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { hasEnded, renewed, renewPages } from '@/queries/application/review';
import { cx } from '@/ui/cx';
import type { AdminApplication } from '@/wire/bodies.gen';
import s from './Applications.module.css';

interface PhotoProps {
  application: AdminApplication;
  small?: boolean;
  className?: string;
}

export function Photo({ application, small = false, className }: PhotoProps) {
  const { link, failed, onError } = useLink(application, small);
  if (link === null || failed) {
    return (
      <span className={cx(s.photo, s.noPhoto, className)}>
        <ImageOff size={24} strokeWidth={1.5} aria-hidden="true" />
        {texts.noPhoto}
      </span>
    );
  }
  return (
    <img
      className={cx(s.photo, className)}
      src={link}
      // Beside the name a small one says nothing more.
      alt={small ? '' : texts.photoOf({ name: application.full_name ?? application.application_number })}
      loading={small ? 'lazy' : undefined}
      decoding={small ? 'async' : 'sync'}
      onError={onError}
    />
  );
}

/** The link of a photo. Links end after minutes, a review does not: another is asked for then. */
function useLink(application: AdminApplication, small: boolean) {
  const linkOf = (of: AdminApplication) => (small ? of.photo_thumbnail_url : of.photo_url);
  const given = linkOf(application);
  const [other, setOther] = useState<{ given: string; link: string | null } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const link = other?.given === given ? other.link : given;

  async function renew(ended: string) {
    if (small) return renewPages();
    const found = await renewed(application.id);
    if (found) setOther({ given: ended, link: linkOf(found) });
  }

  function onError() {
    setFailed(link);
    if (given !== null && link === given && hasEnded(given)) renew(given).catch(() => {});
  }

  return { link, failed: failed === link, onError };
}
