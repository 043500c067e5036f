// A picture behind a link that ends; one that does not load is hidden.
import { texts } from 'texts:admin/face';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import s from './Face.module.css';

export function FacePicture({ src, alt }: { src: string | null; alt: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) {
    return (
      <span className={s.noPicture}>
        <ImageOff size={24} strokeWidth={1.5} aria-hidden="true" />
        {texts.noPicture}
      </span>
    );
  }
  return (
    <img
      className={s.picture}
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
    />
  );
}
