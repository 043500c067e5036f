// Where toasts appear: in the page's body, and as long as a dialog is open inside it. The
// region is always on the page, so that screen readers say what enters it; it is moved with
// what is in it, so a toast's time goes on.
import { texts } from 'texts:ui';
import { Award, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { dismissToast, type Toast, useToasts } from '@/stores/toast';
import { cx } from './cx';
import { IconButton } from './IconButton';
import s from './Toaster.module.css';
import { topLayerMark, useTopLayer } from './topLayer';

export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  const [place] = useState(() => document.createElement('div'));
  const layer = useTopLayer();
  useLayoutEffect(() => {
    place.setAttribute(topLayerMark, '');
    layer.append(place);
    return () => place.remove();
  }, [layer, place]);
  return createPortal(
    <section
      className={s.region}
      data-notices
      aria-label={texts.notices}
      aria-live="polite"
      aria-relevant="additions text"
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>,
    place,
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const { id, lastsMs, tone, title, text, action } = toast;
  // The timer pauses while the toast is pointed at or focused.
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || lastsMs === 0) return;
    const timer = setTimeout(() => dismissToast(id), lastsMs);
    return () => clearTimeout(timer);
  }, [paused, id, lastsMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock
    <div
      className={cx(s.toast, s[tone])}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {tone === 'award' && <Award size={22} strokeWidth={1.5} className={s.sign} aria-hidden="true" />}
      <p className={s.text}>
        {title && <strong className={s.title}>{title}</strong>}
        {text}
      </p>
      {action && (
        <button
          type="button"
          className={s.action}
          onClick={() => {
            action.run();
            dismissToast(id);
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton
        label={texts.dismiss}
        icon={<X size={16} aria-hidden="true" />}
        onClick={() => dismissToast(id)}
      />
    </div>
  );
}
