// An applicant's photo, small or whole; says so when there is none or it does not load.
import { texts } from 'texts:admin/application';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/ui/cx';
import type { AdminApplication } from '@/wire/bodies.gen';
import s from './Applications.module.css';

interface PhotoProps {
  application: AdminApplication;
  small?: boolean;
  className?: string;
}

export function Photo({ application, small, className }: PhotoProps) {
  const src = small ? application.photo_thumbnail_url : application.photo_url;
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) {
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
      src={src}
      // Beside the name a small one says nothing more.
      alt={small ? '' : texts.photoOf({ name: application.full_name ?? application.application_number })}
      loading={small ? 'lazy' : undefined}
      decoding={small ? 'async' : 'sync'}
      onError={() => setFailed(src)}
    />
  );
}
