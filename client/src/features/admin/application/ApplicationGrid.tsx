// The cards of a page of applications; the arrow keys walk through them.
import { texts } from 'texts:admin/application';
import { useRef } from 'react';
import { stageWords } from '@/rules/application/review';
import { formatDate } from '@/rules/format';
import { useSession } from '@/stores/session/session';
import { useGridFocus } from '@/ui/useGridFocus';
import { useSteady } from '@/ui/useSteady';
import type { AdminApplication } from '@/wire/bodies.gen';
import s from './Applications.module.css';
import { Claim, Due, Marks } from './Marks';
import { Photo } from './Photo';
import { useServerTime } from './useServerTime';

interface ApplicationGridProps {
  applications: readonly AdminApplication[];
  onOpen: (id: string) => void;
}

export function ApplicationGrid({ applications, onOpen }: ApplicationGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const { active, onFocus, onKeyDown } = useGridFocus(grid, '');
  const [steady, hold] = useSteady(applications);
  const now = useServerTime();
  return (
    <ul ref={grid} className={s.grid} onFocus={onFocus} onKeyDown={onKeyDown} onPointerDown={hold}>
      {steady.map((application, at) => (
        <Card
          key={application.id}
          application={application}
          now={now}
          // The first is the tab stop when the list has become shorter.
          stop={at === (active < steady.length ? active : 0)}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}

interface CardProps {
  application: AdminApplication;
  now: number;
  stop: boolean;
  onOpen: (id: string) => void;
}

function Card({ application, now, stop, onOpen }: CardProps) {
  const { id, application_number, full_name, email, submitted_at, created_at, claimed_by } = application;
  const own = useSession(({ user }) => user?.id);
  return (
    <li>
      <button
        type="button"
        className={s.card}
        data-cell=""
        data-application={id}
        tabIndex={stop ? 0 : -1}
        onClick={() => onOpen(id)}
      >
        <span className={s.head}>
          <span className={s.number}>{application_number}</span>
          <Marks application={application} />
        </span>
        <span className={s.who}>
          <Photo application={application} small className={s.thumbnail} />
          <span className={s.words}>
            <span className={s.name}>{full_name ?? texts.unnamed}</span>
            <span className={s.email}>{email}</span>
            <span className={s.quiet}>
              {stageWords(application)} ·{' '}
              {submitted_at
                ? texts.submittedOn({ date: formatDate(submitted_at, 'dateOfYear') })
                : texts.begun({ date: formatDate(created_at, 'dateOfYear') })}
            </span>
            <Due application={application} now={now} />
            <Claim claim={claimed_by?.id === own ? null : claimed_by} />
          </span>
        </span>
      </button>
    </li>
  );
}
