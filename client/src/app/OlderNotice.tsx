// Says that the data on screen is out of date because the server does not answer. The data
// stays, and requests are repeated meanwhile.
import { texts } from 'texts:app';
import { History } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useShownAsOf } from '@/queries/older';
import { formatDate } from '@/rules/format';
import { useOnline } from '@/ui/online';
import s from './OfflineNotice.module.css';

// A laptop that slept over night shows yesterday's.
const isToday = (at: number) => formatDate(at, 'dateOfYear') === formatDate(Date.now(), 'dateOfYear');

export function OlderNotice() {
  const online = useOnline();
  const asOf = useShownAsOf();
  return createPortal(
    <div role="status" aria-live="polite" className={s.region}>
      {online && asOf !== 0 && (
        <p className={s.notice}>
          <History size={16} aria-hidden="true" />
          {texts.shownAsOf({ time: formatDate(asOf, isToday(asOf) ? 'clock' : 'full') })}
        </p>
      )}
    </div>,
    document.body,
  );
}
