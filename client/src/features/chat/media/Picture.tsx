// A picture by its address: a GIF, or one that is about to be sent.
import { texts } from 'texts:chat/media';
import { useState } from 'react';
import s from './Picture.module.css';

/** A picture in a box whose size is known before it loads and stays when it fails. */
export function Picture({ source, words }: { source: string; words: string }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <span className={s.box}>
        <span className={s.broken}>{texts.pictureFailed}</span>
      </span>
    );
  }
  return (
    <span className={s.box}>
      <img
        src={source}
        alt={words}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        onError={() => setBroken(true)}
      />
    </span>
  );
}
