// Greets a member of the first week with the first steps, until all are done or the card
// is put away.
import { texts } from 'texts:dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Circle, CircleCheck, X } from 'lucide-react';
import { useState } from 'react';
import { serverNow } from '@/net/serverClock';
import { paths } from '@/rules/paths';
import { hasDone, markDone } from '@/stores/chat/firstSteps';
import { patchUser } from '@/stores/session/session';
import { IconButton } from '@/ui/IconButton';
import { Link } from '@/ui/Link';
import { whenOpen } from '@/ui/onDemand';
import type { OwnProfile, PointsStatus } from '@/wire/bodies.gen';
import s from './Greeting.module.css';
import { displayName } from './person';

const UsernameModal = whenOpen(() => import('@/parts/people/username/UsernameModal'));

const newForMs = 7 * 24 * 60 * 60_000;

const isNew = ({ member_since, created_at }: OwnProfile) =>
  serverNow() - Date.parse(member_since || created_at) < newForMs;

interface GreetingProps {
  profile: OwnProfile;
  /** Undefined until they are known. */
  points: PointsStatus | undefined;
}

export function Greeting({ profile, points }: GreetingProps) {
  const cache = useQueryClient();
  const [dismissed, setDismissed] = useState(() => hasDone('greetingDismissed'));
  const [entered] = useState(() => hasDone('roomEntered'));
  const [naming, setNaming] = useState(false);
  const named = profile.username !== null;
  const checkedIn = points && (points.alreadyCheckedInToday || points.highestStreak > 0);
  // Without the points the check-in counts as done: the card must not come and go.
  const done = named && entered && checkedIn !== false;
  if (dismissed || done || !isNew(profile)) return null;

  function dismiss() {
    markDone('greetingDismissed');
    setDismissed(true);
  }

  return (
    <section className={s.card} aria-labelledby="greeting">
      <header className={s.head}>
        <h2 id="greeting" className={s.title}>
          {texts.welcome({ name: displayName(profile) })}
        </h2>
        <IconButton label={texts.dismissSteps} icon={<X size={20} aria-hidden="true" />} onClick={dismiss} />
      </header>
      <p className={s.quiet}>{texts.firstSteps}</p>
      <ol className={s.steps}>
        <Step
          words={texts.stepUsername}
          text={texts.stepUsernameText}
          done={named}
          onPress={() => setNaming(true)}
        />
        <Step words={texts.stepRoom} text={texts.stepRoomText} done={entered} to={paths.chat} />
        <Step
          words={texts.stepCheckIn}
          text={texts.stepCheckInText}
          done={checkedIn === true}
          to={paths.checkin}
        />
      </ol>
      <UsernameModal
        open={naming}
        onClose={() => setNaming(false)}
        onSet={(username: string) => {
          setNaming(false);
          patchUser({ username });
          void cache.invalidateQueries({ queryKey: ['me'] });
        }}
      />
    </section>
  );
}

interface StepProps {
  words: string;
  text: string;
  done: boolean;
  /** Where it is done; without it, `onPress` does it. */
  to?: string;
  onPress?: () => void;
}

function Step({ words, text, done, to, onPress }: StepProps) {
  const Icon = done ? CircleCheck : Circle;
  const inside = (
    <>
      <Icon className={s.mark} size={20} aria-hidden="true" />
      <span className={s.words}>
        <span className={s.word}>{words}</span> <span className={s.quiet}>{done ? texts.done : text}</span>
      </span>
      {!done && <ChevronRight className={s.mark} size={20} aria-hidden="true" />}
    </>
  );
  return (
    <li data-done={done || undefined}>
      {done ? (
        <span className={s.step}>{inside}</span>
      ) : to ? (
        <Link to={to} className={s.step}>
          {inside}
        </Link>
      ) : (
        <button type="button" className={s.step} onClick={onPress}>
          {inside}
        </button>
      )}
    </li>
  );
}
