// In place of a message of somebody whom the member ignores.
import { revealMessage } from '@/stores/ignored';
import { texts } from '../texts';
import s from './IgnoredWords.module.css';

export function IgnoredWords({ messageId, reachable }: { messageId: string; reachable: boolean }) {
  return (
    <p className={s.line}>
      {texts.fromIgnored}
      <button
        type="button"
        className={s.show}
        tabIndex={reachable ? 0 : -1}
        onClick={() => revealMessage(messageId)}
      >
        {texts.showIgnored}
      </button>
    </p>
  );
}
