// The stream of what happens, newest first; people and rooms are one click away.
import { texts } from 'texts:admin/desk/activity';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Activity, ListFilter } from 'lucide-react';
import { useEffect, useState } from 'react';
import { serverNow } from '@/net/serverClock';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { formatDate } from '@/rules/format';
import { paths } from '@/rules/paths';
import { type ActivityItem, pauseActivity, useActivity } from '@/stores/desk/activity';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Link } from '@/ui/Link';
import { useFailure } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { useSteady } from '@/ui/useSteady';
import type { Realtime } from '@/wire/bodies.gen';
import type { ActivityPerson } from '@/wire/frames.gen';
import s from './Activity.module.css';
import { ago } from './activityTexts';
import { happened, namesApart } from './happened';
import { Person } from './Person';

const tickMs = 15_000;

interface FeedProps {
  query: UseQueryResult<Realtime>;
  filtered: boolean;
  onUser: (id: string) => void;
  onOnly: (member: ActivityPerson) => void;
}

export function Feed({ query, filtered, onUser, onOnly }: FeedProps) {
  const [items, hold] = useSteady(useActivity((state) => state.items));
  const pausedCount = useActivity((state) => state.pausedCount);
  const failure = useFailure(query);
  const rooms = useQuery(adminRoomsQuery).data;
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const roomName = (one: ActivityItem) =>
    one.roomName ?? rooms?.find(({ id }) => id === one.roomId)?.display_name ?? one.roomId;

  function sentenceOf(one: ActivityItem) {
    const room = one.roomId ? (
      <Link className={s.link} to={`${paths.admin}?room=${encodeURIComponent(one.roomId)}`}>
        {roomName(one)}
      </Link>
    ) : null;
    const member = one.detail.member ? (
      <Person person={one.detail.member} fallback={texts.unnamed} onUser={onUser} />
    ) : null;
    const fallback = one.kind === 'application_submitted' ? texts.applicant : texts.operator;
    const who = <Person person={one.actor} fallback={fallback} onUser={onUser} />;
    return (
      <>
        {happened(one, { who, room, member })}
        {namesApart(one.kind) && room && <> · {room}</>}
        {namesApart(one.kind) && member && <> · {member}</>}
      </>
    );
  }

  return (
    <Section
      title={texts.feed}
      aside={
        pausedCount > 0 && (
          <Button onClick={() => pauseActivity(false)}>{texts.waiting({ count: pausedCount })}</Button>
        )
      }
    >
      {failure && (
        <ErrorState
          text={texts.feedFailed}
          action={{ label: texts.tryAgain, run: () => void query.refetch(), busy: query.isFetching }}
        />
      )}
      {items.length === 0 && query.isPending && !failure && (
        <div role="status">
          <span className="sr-only">{texts.feedLoading}</span>
          <Skeleton height="20rem" />
        </div>
      )}
      {items.length === 0 && query.isSuccess && (
        <EmptyState
          icon={<Activity size={32} strokeWidth={1.5} aria-hidden="true" />}
          title={texts.none}
          text={filtered ? texts.noneSelected : texts.noneText}
        />
      )}
      <ul className={s.feed} onPointerDown={hold}>
        {items.map((one) => (
          <li key={one.key} className={s.line} data-kind={one.kind}>
            {one.leftOut ? (
              <span className={s.leftOut}>{texts.leftOut({ count: one.leftOut })}</span>
            ) : (
              <>
                <span className={s.what}>
                  {sentenceOf(one)}
                  {one.text && <q className={s.said}>{one.text}</q>}
                </span>
                <time className={s.when} dateTime={one.at} title={formatDate(one.at, 'full')}>
                  {ago(one.at, Math.max(now, Date.parse(one.at)))}
                </time>
                {one.actor.id && (
                  <IconButton
                    label={texts.onlyOf({
                      name: one.actor.username ? `@${one.actor.username}` : one.actor.name || texts.unnamed,
                    })}
                    icon={<ListFilter size={16} aria-hidden="true" />}
                    onClick={() => onOnly(one.actor)}
                  />
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
