// Says who came into the room: 3 s each, leaving at 2.7 s, one after another,
// with a sound unless muted.

import { texts } from 'texts:chat';
import { HeartHandshake } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { rich } from '@/languages/rich';
import { MemberAvatar } from '@/parts/people/member/MemberAvatar';
import { useMute } from '@/stores/chat/mute';
import { type Arrival, arrivalShown, usePresence } from '@/stores/room/presence';
import s from './JoinToast.module.css';
import { playJoinSound } from './sound';

const shownMs = 3_000;
const leavingMs = 2_700;
const announceEveryMs = 30_000;

export function JoinToast() {
  const next = usePresence((p) => p.arrivals[0]);
  return (
    <>
      <div className={s.place}>{next && <Toast key={next.key} arrival={next} />}</div>
      <JoinAnnouncer arrival={next} />
    </>
  );
}

/** Announces at most one join in 30 s: new messages would drown in more. */
function JoinAnnouncer({ arrival }: { arrival: Arrival | undefined }) {
  const [words, setWords] = useState('');
  const announcedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!arrival || Date.now() - announcedAt.current < announceEveryMs) return;
    announcedAt.current = Date.now();
    setWords(texts.joined({ username: arrival.username }));
  }, [arrival]);
  return (
    <p className="sr-only" role="status" aria-live="polite">
      {words}
    </p>
  );
}

function Toast({ arrival: { key, username, contributor } }: { arrival: Arrival }) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!useMute.getState().muted) playJoinSound();
    const leave = setTimeout(() => setLeaving(true), leavingMs);
    const gone = setTimeout(() => arrivalShown(key), shownMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(gone);
    };
  }, [key]);
  return (
    <p className={s.toast} data-leaving={leaving ? '' : undefined}>
      <MemberAvatar username={username} size="small" />
      <span className={s.words}>{rich(texts.joined, { username: <strong>{username}</strong> })}</span>
      {contributor && (
        <span className={s.mark}>
          <HeartHandshake size={13} aria-hidden="true" />
          {texts.contributed}
        </span>
      )}
    </p>
  );
}
