// What stands above the oldest message shown. Its height never changes, so that
// a page arriving moves nothing.
import { useChat } from '@/stores/chat';
import { loadOlder } from '@/stores/history';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import s from './TopOfHistory.module.css';

export const topOfHistoryPx = 72;

export function TopOfHistory() {
  const more = useChat((chat) => chat.more);
  const older = useChat((chat) => chat.older);
  return (
    <div className={s.top} style={{ height: topOfHistoryPx }}>
      {!more && <p className={s.start}>You've reached the beginning of the conversation</p>}
      {more && older === 'failed' && (
        <Button size="small" onClick={() => void loadOlder()}>
          Load older messages
        </Button>
      )}
      {more && older !== 'failed' && (
        <span className={s.loading} data-on={older === 'loading' ? '' : undefined}>
          <Spinner />
          <span>Loading older messages</span>
        </span>
      )}
    </div>
  );
}
