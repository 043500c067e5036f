// Who is in the room, with roles and marks. The list is loaded when the room is entered,
// updated by the frames, and loaded again where those do not name everybody.
import { texts } from 'texts:chat';
import { useEffect, useMemo, useState } from 'react';
import { MemberLine } from '@/parts/people/member/MemberLine';
import { formatNumber } from '@/rules/format';
import { loadMorePeople, loadPeople } from '@/stores/room/people';
import { type Person, usePresence } from '@/stores/room/presence';
import { Button } from '@/ui/Button';
import { useSteady } from '@/ui/useSteady';
import type { PersonRole } from '@/wire/bodies.gen';
import s from './People.module.css';

const again = 30_000;
const drawEveryMs = 1_000;
const order: readonly PersonRole[] = ['creator', 'admin', 'moderator', 'member'];

interface PeopleProps {
  me: string;
  roomId: string;
}

export function People({ me, roomId }: PeopleProps) {
  const count = usePresence((p) => p.roomCount) ?? 0;
  const more = usePresence((p) => p.morePeople !== null);
  const [people, hold] = useSteady(useThrottledPeople());
  useFreshPeople(roomId);
  const [moderators, members] = useMemo(() => {
    const all = [...people.values()].filter((p) => p.username !== '');
    const rank = (p: Person) => order.indexOf(p.role ?? 'member');
    const sorted = all.sort(
      (a, b) =>
        Number(b.userId === me) - Number(a.userId === me) ||
        rank(a) - rank(b) ||
        a.username.localeCompare(b.username),
    );
    const moderates = (p: Person) => p.role !== undefined && p.role !== 'member';
    return [sorted.filter(moderates), sorted.filter((p) => !moderates(p))];
  }, [people, me]);
  const others = count - moderators.length - members.length;
  return (
    <div className={s.people} onPointerDown={hold}>
      <h2 className="label">
        {texts.inTheRoom} <span className="mono">{formatNumber(count)}</span>
      </h2>
      {moderators.length > 0 && <Group title={texts.moderators} people={moderators} me={me} />}
      {members.length > 0 && (
        <Group title={moderators.length > 0 ? texts.members : null} people={members} me={me} />
      )}
      {others > 0 && <p className={s.others}>{texts.others({ count: others })}</p>}
      {more && (
        <Button size="small" onClick={() => void loadMorePeople()}>
          {texts.showMore}
        </Button>
      )}
    </div>
  );
}
/** Some of the people; the title is shown only when there are several groups. */
function Group({ title, people, me }: { title: string | null; people: readonly Person[]; me: string }) {
  return (
    <>
      {title !== null && <h3 className={s.group}>{title}</h3>}
      <ul className={s.list} aria-label={title ?? texts.members}>
        {people.map((person) => (
          <One key={person.userId} person={person} me={me} />
        ))}
      </ul>
    </>
  );
}

function One({ person: { userId, username, role }, me }: { person: Person; me: string }) {
  return (
    <li>
      <MemberLine username={username} role={role} aside={userId === me && texts.youMark} />
    </li>
  );
}

/** The people, updated at most once a second: a busy room changes them with every message. */
function useThrottledPeople() {
  const [people, setPeople] = useState(() => usePresence.getState().people);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      setPeople(usePresence.getState().people);
    };
    draw();
    const stop = usePresence.subscribe((now, before) => {
      if (now.people === before.people || timer !== undefined) return;
      draw();
      timer = setTimeout(draw, drawEveryMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return people;
}

/** Asks again while the list is shown and the count says that somebody came or went unnamed. */
function useFreshPeople(roomId: string) {
  useEffect(() => {
    const timer = setInterval(() => {
      const { roomCount, people, morePeople } = usePresence.getState();
      const unnamed = roomCount !== null && roomCount !== people.size && morePeople === null;
      if (unnamed && document.visibilityState === 'visible') void loadPeople(roomId);
    }, again);
    return () => clearInterval(timer);
  }, [roomId]);
}
