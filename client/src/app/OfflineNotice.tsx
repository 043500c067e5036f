// The one place that says the device is offline: over what stands there, so that
// nothing moves, and where nothing to write in is covered.
import { WifiOff } from 'lucide-react';
import { useOnline } from '@/ui/online';
import s from './OfflineNotice.module.css';

export function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status" className={s.region}>
      {!online && (
        <p className={s.notice}>
          <WifiOff size={16} aria-hidden="true" />
          You are offline. Waiting for the connection.
        </p>
      )}
    </div>
  );
}
