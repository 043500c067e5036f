// In the place of media that does not load: what it was, and one more try.
import { texts as mediaTexts } from 'texts:chat/media';
import s from './MediaMessage.module.css';

interface UnavailableProps {
  words: string;
  reachable: boolean;
  onRetry: () => void;
}

export function Unavailable({ words, reachable, onRetry }: UnavailableProps) {
  return (
    <div className={s.unavailable}>
      <span>{words}</span>
      <button type="button" tabIndex={reachable ? 0 : -1} onClick={onRetry}>
        {mediaTexts.tryAgain}
      </button>
    </div>
  );
}
