// Entries of the audit log in rows.
import { Link } from 'react-router';
import { formatDate } from '@/rules/format';
import { paths } from '@/rules/paths';
import { type Column, Table } from '@/ui/Table';
import type { AuditEntry, AuditPerson } from '@/wire/bodies.gen';
import s from './Audit.module.css';
import { changesOf, none } from './changes';
import { actionName, texts } from './texts';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onActor: (id: string) => void;
  onSubject: (id: string) => void;
}

export function AuditTable({ entries, onActor, onSubject }: AuditTableProps) {
  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      label: texts.when,
      cell: ({ at }) => (
        <time dateTime={at} className={s.when}>
          {formatDate(at, 'full')}
        </time>
      ),
    },
    {
      key: 'actor',
      label: texts.actor,
      cell: ({ actor }) =>
        actor ? (
          <button type="button" className={s.name} onClick={() => onActor(actor.id)}>
            {named(actor)}
          </button>
        ) : (
          texts.operator
        ),
    },
    { key: 'action', label: texts.action, head: true, cell: ({ action }) => actionName(action) },
    { key: 'about', label: texts.about, cell: (entry) => <About entry={entry} onSubject={onSubject} /> },
    { key: 'change', label: texts.change, cell: (entry) => <Changes entry={entry} /> },
    {
      key: 'where',
      label: texts.where,
      cell: ({ address, device }) => (
        <span className={s.where}>
          {address && <span className="mono">{address}</span>}
          {device && <span>{device}</span>}
        </span>
      ),
    },
  ];
  return <Table caption={texts.list} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

const named = ({ username, name }: AuditPerson) => (username ? `@${username}` : name || texts.unnamed);

/** Where a thing is that is no member: a campaign by its name, an encrypted message among the others. */
function placeOf({ action, subject, subjectName }: AuditEntry) {
  const id = encodeURIComponent(subject);
  if (/^campaign_|^deliveries_/.test(action))
    return { to: `?tab=notifications&part=history&campaign=${id}`, words: subjectName ?? texts.campaign };
  if (action.startsWith('decrypt_') && subject !== 'decrypt')
    return { to: '?tab=encrypted', words: texts.encrypted };
  return null;
}

function About({ entry, onSubject }: { entry: AuditEntry; onSubject: (id: string) => void }) {
  const { member, subject, subjectName, roomId } = entry;
  const place = placeOf(entry);
  return (
    <span className={s.about}>
      {member ? (
        <Link className={s.name} to={`${paths.admin}?tab=users&user=${encodeURIComponent(member.id)}`}>
          {named(member)}
        </Link>
      ) : place ? (
        <>
          <Link className={s.name} to={`${paths.admin}${place.to}`}>
            {place.words}
          </Link>
          <button type="button" className={s.id} onClick={() => onSubject(subject)}>
            {subject}
          </button>
        </>
      ) : subject ? (
        <button type="button" className={s.name} onClick={() => onSubject(subject)}>
          {subjectName ?? subject}
        </button>
      ) : (
        '—'
      )}
      {roomId && <span className={s.quiet}>{roomId}</span>}
    </span>
  );
}

function Changes({ entry: { before, after, listed } }: { entry: AuditEntry }) {
  const names = listed
    .filter(({ username, name }) => username || name)
    .map((one) => [one.id, named(one)] as const);
  const changes = changesOf(before, after, new Map(names));
  if (changes.length === 0) return '—';
  return (
    <ul className={s.changes}>
      {changes.map((change) => (
        <li key={change.name}>
          <span className={s.quiet}>{change.name}</span>{' '}
          {change.before !== none && (
            <>
              <del className={s.before}>
                <Value text={change.before} />
              </del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          <ins className={s.after}>
            <Value text={change.after} />
          </ins>
        </li>
      ))}
    </ul>
  );
}

const longest = 200;

/** A text or a list that would fill the screen is opened by a press. */
function Value({ text }: { text: string }) {
  if (text.length <= longest) return text;
  return (
    <details className={s.long}>
      <summary>{text.slice(0, longest)}…</summary>
      {text}
    </details>
  );
}
