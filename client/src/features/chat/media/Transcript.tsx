// What is said in a voice message, for who cannot hear it: opened by a press.
import { texts as mediaTexts } from 'texts:chat/media';
import s from './MediaMessage.module.css';

export function Transcript({ text, reachable = true }: { text: string | undefined; reachable?: boolean }) {
  if (!text) return null;
  return (
    <details className={s.transcript}>
      <summary tabIndex={reachable ? 0 : -1}>{mediaTexts.transcript}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
