// A message that was opened: what it holds, and the facts under it. It comes out
// from behind two shutters.
import { texts } from 'texts:encrypted';
import { CircleCheck, LockKeyholeOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { textNamed } from '@/languages/texts';
import { Button } from '@/ui/Button';
import type { Decrypted } from '@/wire/bodies.gen';
import { GalleryView } from './GalleryView';
import s from './Opened.module.css';
import { TextView } from './TextView';
import { useRenewal } from './useRenewal';
import { VideoView } from './VideoView';

interface OpenedProps {
  first: Decrypted;
  /** Show the opening. */
  effect: boolean;
  onAnother: () => void;
}

export function Opened({ first, effect, onAnother }: OpenedProps) {
  const renewal = useRenewal(first);
  const { result } = renewal;
  const heading = useRef<HTMLHeadingElement>(null);
  const [shut, setShut] = useState(effect);
  useEffect(() => heading.current?.focus(), []);

  const views = result.maxViews === null ? `${result.viewCount}` : `${result.viewCount} / ${result.maxViews}`;
  return (
    <section className={`bracketed ${s.opened}`} data-shut={shut || undefined}>
      <h2 ref={heading} tabIndex={-1} className={s.title}>
        <LockKeyholeOpen size={20} aria-hidden="true" />
        {texts.decrypted}
      </h2>
      <div className={s.content}>
        {result.type === 'gallery' ? (
          <GalleryView renewal={renewal} effect={effect} />
        ) : result.type === 'video' ? (
          <VideoView renewal={renewal} effect={effect} />
        ) : (
          <TextView text={result.content} effect={effect} />
        )}
      </div>
      <dl className={s.facts}>
        <div>
          <dt className="label">{texts.codeLabel}</dt>
          <dd className="mono">{result.code}</dd>
        </div>
        <div>
          <dt className="label">{texts.typeLabel}</dt>
          <dd className={s.type}>{textNamed(texts.kinds, result.type) ?? result.type}</dd>
        </div>
        {result.viewCount > 0 && (
          <div>
            <dt className="label">{texts.viewsLabel}</dt>
            <dd className="mono">{views}</dd>
          </div>
        )}
      </dl>
      <Button variant="primary" block icon={<CircleCheck size={18} aria-hidden="true" />} onClick={onAnother}>
        {texts.another}
      </Button>
      {shut && (
        <span className={s.shutters} aria-hidden="true">
          <span className={s.upper} />
          <span className={s.lower} onAnimationEnd={() => setShut(false)} />
        </span>
      )}
    </section>
  );
}
