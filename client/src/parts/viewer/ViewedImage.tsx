// A picture in the viewer: the small one at once and the large one over it. It can
// be enlarged by fingers, wheel and keys.
import { type KeyboardEvent, useRef, useState } from 'react';
import { useZoom } from './useZoom';
import s from './Viewer.module.css';

interface ViewedImageProps {
  /** Another one begins fitted. */
  id: string;
  /** null while its link is asked for. */
  url: string | null;
  thumbnail: string | null;
  words: string;
  width?: number;
  height?: number;
  onError: () => void;
  onStep: (step: number) => void;
  onClose: () => void;
}

const keyStep = 1.5;

export function ViewedImage(props: ViewedImageProps) {
  const { id, url, thumbnail, words, width, height, onError, onStep, onClose } = props;
  const stage = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState(false);
  const { zoom, enlarge, handlers } = useZoom(stage, id, {
    onNext: () => onStep(1),
    onPrevious: () => onStep(-1),
    onClose,
  });

  function onKeyDown(event: KeyboardEvent) {
    const factor = { '+': keyStep, '=': keyStep, '-': 1 / keyStep, '0': 0 }[event.key];
    if (factor === undefined) return;
    event.preventDefault();
    enlarge(factor);
  }

  const { scale, x, y } = zoom;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a stage for fingers, not fields of a form
    <div
      ref={stage}
      className={s.picture}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: plus and minus enlarge what has the focus
      tabIndex={0}
      role="group"
      aria-label={words}
      data-zoomed={scale > 1 || undefined}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <div className={s.moving} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
        {!loaded && thumbnail && <img src={thumbnail} alt="" className={s.small} draggable={false} />}
        {url && (
          <img
            src={url}
            alt={words}
            width={width || undefined}
            height={height || undefined}
            draggable={false}
            onLoad={() => setLoaded(true)}
            onError={onError}
          />
        )}
      </div>
    </div>
  );
}
