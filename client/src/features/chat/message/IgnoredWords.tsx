// In place of what somebody wrote whom the member ignores: one line, however many
// messages follow each other.
import { texts } from 'texts:chat';
import { revealMessages } from '@/stores/chat/ignored';
import s from './IgnoredWords.module.css';

export function IgnoredWords({
  messageIds,
  reachable,
}: {
  messageIds: readonly string[];
  reachable: boolean;
}) {
  return (
    <p className={s.line}>
      {texts.fromIgnoredWords({ count: messageIds.length })}
      <button
        type="button"
        className={s.show}
        tabIndex={reachable ? 0 : -1}
        onClick={() => revealMessages(messageIds)}
      >
        {texts.showIgnored}
      </button>
    </p>
  );
}
