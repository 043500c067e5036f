// The one place that says the device is offline.
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import s from './OfflineNotice.module.css';

function subscribe(changed: () => void) {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={s.region}>
      {!online && (
        <p className={s.notice}>
          <WifiOff size={16} aria-hidden="true" />
          You are offline. Muster goes on when the connection is back.
        </p>
      )}
    </div>
  );
}
