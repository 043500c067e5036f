// The one place that says the device is offline. It overlays the page, so that nothing moves,
// and covers no field. It is in the body, above dialogs, which hide from screen readers
// whatever is not a live region.
import { texts } from 'texts:app';
import { WifiOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useOnline } from '@/ui/online';
import s from './OfflineNotice.module.css';

export function OfflineNotice() {
  const online = useOnline();
  return createPortal(
    <div role="status" aria-live="polite" className={s.region}>
      {!online && (
        <p className={s.notice}>
          <WifiOff size={16} aria-hidden="true" />
          {texts.youAreOfflineWaiting}
        </p>
      )}
    </div>,
    document.body,
  );
}
