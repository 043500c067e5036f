// A message of one's own that the room does not show yet: under way, waiting
// for the connection, or failed with a way on.
import { Clock3 } from 'lucide-react';
import { sendFailed } from '@/stores/notices';
import { discard, type Pending, retry } from '@/stores/outgoing';
import { Entry } from '../list/Entry';
import { Picture, Words } from './MessageContent';
import row from './MessageRow.module.css';
import s from './PendingRow.module.css';
import { ReplyWords } from './ReplyPreview';
import reply from './ReplyPreview.module.css';

interface PendingRowProps {
  item: Pending;
  /** Goes on from one's own entry above. */
  grouped: boolean;
  tabStop: boolean;
}

export function PendingRow({ item, grouped, tabStop }: PendingRowProps) {
  const { clientMsgId, content, kind, replyTo, state, reason } = item;
  const failed = state === 'failed';
  return (
    <Entry
      itemKey={clientMsgId}
      tabStop={tabStop}
      data-own=""
      data-grouped={grouped ? '' : undefined}
      data-pending={state}
      className={row.row}
    >
      <div className={row.line}>
        <div className={row.stack}>
          <div className={row.bubble} data-failed={failed ? '' : undefined}>
            <div className={row.body}>
              {replyTo && (
                <div className={reply.reply}>
                  <ReplyWords name={replyTo.username} words={replyTo.text} />
                </div>
              )}
              {kind === 'gif' ? <Picture source={content} words="Your GIF" /> : <Words text={content} />}
              {!failed && (
                <span className={row.meta}>
                  <Clock3 size={12} aria-hidden="true" />
                  <span className="sr-only">Sending</span>
                </span>
              )}
            </div>
          </div>
          {failed && (
            <p className={s.failed}>
              <span>{sendFailed}</span>
              {reason !== sendFailed && reason !== '' && <span className={s.reason}>{reason}</span>}
              <button type="button" onClick={() => retry(clientMsgId)}>
                Retry
              </button>
              <button type="button" onClick={() => discard(clientMsgId)}>
                Discard
              </button>
            </p>
          )}
        </div>
      </div>
    </Entry>
  );
}
