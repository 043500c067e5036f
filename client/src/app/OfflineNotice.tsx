// The one place that says the device is offline: over what stands there, so that
// nothing moves, and where nothing to write in is covered. It stands in the body, over
// dialogs, which hide whatever is not a live region from screen readers.
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
          You are offline. Waiting for the connection.
        </p>
      )}
    </div>,
    document.body,
  );
}
