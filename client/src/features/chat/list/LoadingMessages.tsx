// The shape of a conversation while its first page comes.
import { texts } from 'texts:chat';
import { Skeleton } from '@/ui/Skeleton';
import s from './LoadingMessages.module.css';

const lines = [
  { id: 'a', width: '58%', own: false },
  { id: 'b', width: '36%', own: false },
  { id: 'c', width: '44%', own: true },
  { id: 'd', width: '66%', own: false },
  { id: 'e', width: '30%', own: true },
  { id: 'f', width: '52%', own: false },
];

export function LoadingMessages() {
  return (
    <div className={s.lines} role="status">
      <span className="sr-only">{texts.loadingMessages}</span>
      {lines.map(({ id, width, own }) => (
        <div key={id} className={s.line} data-own={own ? '' : undefined}>
          {!own && <Skeleton width="2.25rem" height="2.25rem" />}
          <Skeleton width={width} height="3rem" />
        </div>
      ))}
    </div>
  );
}
