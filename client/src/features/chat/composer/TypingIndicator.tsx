// Who else is typing, in a line whose room is always kept. Not announced: new
// messages would drown in it.
import { typingWords } from '@/rules/chat/room';
import { useIgnored, withoutIgnored } from '@/stores/chat/ignored';
import { usePresence } from '@/stores/room/presence';
import { useShallow } from '@/stores/shallow';
import s from './TypingIndicator.module.css';

export function TypingIndicator() {
  const typing = usePresence((p) => p.typing);
  const words = typingWords(useIgnored(useShallow(withoutIgnored(typing))));
  return (
    <p className={s.line}>
      {words !== '' && (
        <>
          <span className={s.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className={s.words}>{words}</span>
        </>
      )}
    </p>
  );
}
