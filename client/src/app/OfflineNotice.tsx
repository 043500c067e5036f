// The one place that says the device is offline, or that what is shown is older because the
// server does not answer: over what stands there, so that
// nothing moves, and where nothing to write in is covered. It stands in the body, over
// dialogs, which hide whatever is not a live region from screen readers.
import { History, WifiOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useShownAsOf } from '@/queries/older';
import { formatDate } from '@/rules/format';
import { useOnline } from '@/ui/online';
import s from './OfflineNotice.module.css';

export function OfflineNotice() {
  const online = useOnline();
  const asOf = useShownAsOf();
  return createPortal(
    <div role="status" aria-live="polite" className={s.region}>
      {!online && (
        <p className={s.notice}>
          <WifiOff size={16} aria-hidden="true" />
          You are offline. Waiting for the connection.
        </p>
      )}
      {online && asOf !== 0 && (
        <p className={s.notice}>
          <History size={16} aria-hidden="true" />
          Shown as of {formatDate(asOf, 'clock')}. The server does not answer, trying again.
        </p>
      )}
    </div>,
    document.body,
  );
}
