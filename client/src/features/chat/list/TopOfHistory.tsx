// What stands above the oldest message shown: the way to older ones, or the
// beginning and its day. Its height never changes, so that a page moves nothing.

import { texts } from 'texts:chat';
import { loadOlder } from '@/stores/room/history';
import { useRoomLog } from '@/stores/roomlog/roomLog';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { DaySeparator } from '../message/Separators';
import s from './TopOfHistory.module.css';

export const topOfHistoryPx = 96;

export function TopOfHistory() {
  const more = useRoomLog((log) => log.more);
  const older = useRoomLog((log) => log.older);
  const first = useRoomLog((log) => log.messages[0]?.created_at);
  return (
    <div className={s.top} style={{ height: topOfHistoryPx }}>
      {!more && (
        <>
          <p className={s.start}>{texts.beginning}</p>
          {first && <DaySeparator at={Date.parse(first)} />}
        </>
      )}
      {more && older === 'failed' && (
        <Button size="small" onClick={() => void loadOlder()}>
          {texts.loadOlderMessages}
        </Button>
      )}
      {more && older !== 'failed' && (
        <span className={s.loading} data-on={older === 'loading' ? '' : undefined}>
          <Spinner />
          <span>{texts.loadingOlderMessages}</span>
        </span>
      )}
    </div>
  );
}
