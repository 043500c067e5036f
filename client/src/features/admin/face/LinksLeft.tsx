// How long the links of the pictures are good, and new ones when they have ended.
import { texts } from 'texts:admin/face';
import { serverNow } from '@/net/serverClock';
import { Button } from '@/ui/Button';
import { useSecondsUntil } from '@/ui/useSecondsUntil';
import s from './Face.module.css';

interface LinksLeftProps {
  until: string;
  busy: boolean;
  onRenew: () => void;
}

export function LinksLeft({ until, busy, onRenew }: LinksLeftProps) {
  const left = useSecondsUntil(until, serverNow() - Date.now());
  return (
    <div className={s.links}>
      <p role="status">{left === 0 && texts.linksEnded}</p>
      {left > 0 ? (
        <p className={s.quiet}>
          {texts.linksLeft} <span className="mono">{clock(left)}</span>
        </p>
      ) : (
        <Button busy={busy} onClick={onRenew}>
          {texts.renew}
        </Button>
      )}
    </div>
  );
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
