// A GIF in a message. Who asked for less motion sees its still until it is played.
import { texts as mediaTexts } from 'texts:chat/media';
import { useState } from 'react';
import { gifStill } from '@/rules/chat/media';
import { useReducedMotion } from '@/ui/useMedia';
import s from './MediaMessage.module.css';
import { Picture } from './Picture';

interface GifMessageProps {
  source: string;
  words: string;
  reachable: boolean;
}

export function GifMessage({ source, words, reachable }: GifMessageProps) {
  const reduced = useReducedMotion();
  const [played, setPlayed] = useState(false);
  if (!reduced || played) return <Picture source={source} words={words} />;
  const still = gifStill(source);
  return (
    <div className={s.still}>
      {still && <Picture source={still} words={words} />}
      <button type="button" tabIndex={reachable ? 0 : -1} onClick={() => setPlayed(true)}>
        {mediaTexts.playGif}
      </button>
    </div>
  );
}
