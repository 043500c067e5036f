// Who else is typing, in a line whose room is always kept. Not announced: new
// messages would drown in it.
import { typingWords } from '@/rules/room';
import { usePresence } from '@/stores/presence';
import s from './TypingIndicator.module.css';

export function TypingIndicator() {
  const words = usePresence((p) => typingWords(p.typing));
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
