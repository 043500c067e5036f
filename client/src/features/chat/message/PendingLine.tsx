// A message of one's own that the room does not show yet: under way, waiting
// for the connection, or failed with a way on.
import { texts } from 'texts:chat/rules';
import { Clock3 } from 'lucide-react';
import { discard, type Pending, retry } from '@/stores/room/outgoing';
import { focusHeading } from '@/ui/focus';
import { Picture } from '../media/Picture';
import { kindWords, messageDeleted } from './MessageContent';
import row from './MessageRow.module.css';
import s from './PendingLine.module.css';
import { ReplyWords } from './ReplyPreview';
import reply from './ReplyPreview.module.css';
import { Words } from './Words';

export function PendingLine({ item }: { item: Pending }) {
  const { clientMsgId, replyTo, state, reason } = item;
  const failed = state === 'failed';
  return (
    <div className={row.line}>
      <div className={row.stack}>
        <div className={row.bubble} data-failed={failed ? '' : undefined}>
          <div className={row.body}>
            {replyTo && (
              <div className={reply.reply}>
                <ReplyWords name={replyTo.username} words={replyTo.text || messageDeleted()} />
              </div>
            )}
            <Content item={item} />
            {!failed && (
              <span className={row.meta}>
                <Clock3 size={12} aria-hidden="true" />
                <span className="sr-only">{texts.sending}</span>
              </span>
            )}
          </div>
        </div>
        {failed && (
          <p className={s.failed}>
            <span>{texts.sendFailed}</span>
            {reason !== texts.sendFailed && reason !== '' && <span className={s.reason}>{reason}</span>}
            <button
              type="button"
              onClick={(event) => {
                // The button goes: the focus stays in the entry.
                event.currentTarget.closest<HTMLElement>('[data-key]')?.focus();
                retry(clientMsgId);
              }}
            >
              {texts.retry}
            </button>
            <button
              type="button"
              onClick={(event) => {
                focusBeside(event.currentTarget);
                discard(clientMsgId);
              }}
            >
              {texts.discard}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** The entry goes with its button: the focus moves to the next one, or the one before. */
function focusBeside(button: HTMLElement) {
  const entries = [...(button.closest('[role=list]')?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  const at = entries.findIndex((entry) => entry.contains(button));
  const beside = entries[at + 1] ?? entries[at - 1];
  if (beside) beside.focus();
  else focusHeading();
}

function Content({ item: { kind, content, media } }: { item: Pending }) {
  if (kind === 'text') return <Words text={content} />;
  if (kind === 'gif') return <Picture source={content} words={texts.yourGif} />;
  if (media?.thumbnailUrl) return <Picture source={media.thumbnailUrl} words={ownWords(kind)} />;
  return <Words text={kindWords()[kind]} />;
}

const ownWords = (kind: Exclude<Pending['kind'], 'text' | 'gif'>) =>
  kind === 'image' ? texts.yourImage : kind === 'video' ? texts.yourVideo : texts.yourVoice;
