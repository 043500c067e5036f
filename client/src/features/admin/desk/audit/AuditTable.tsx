// Entries of the audit log: in rows, and on phones in lines that open.
import { texts } from 'texts:admin/desk/audit';
import { ChevronDown } from 'lucide-react';
import { textNamed } from '@/languages/texts';
import { deviceName } from '@/rules/device';
import { formatDate } from '@/rules/format';
import { paths } from '@/rules/paths';
import { Link } from '@/ui/Link';
import { type Column, Table } from '@/ui/Table';
import { useMedia } from '@/ui/useMedia';
import type { AuditEntry, AuditPerson } from '@/wire/bodies.gen';
import { UserLink } from '../../links/UserLink';
import s from './Audit.module.css';
import { actionName } from './auditTexts';
import { changesOf, none } from './changes';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  onActor: (id: string) => void;
  onSubject: (id: string) => void;
}

export function AuditTable({ entries, onActor, onSubject }: AuditTableProps) {
  const phone = useMedia('(max-width: 768px)');
  const columns: Column<AuditEntry>[] = [
    { key: 'at', label: texts.when, cell: ({ at }) => <When at={at} /> },
    { key: 'actor', label: texts.actor, cell: (entry) => <Actor entry={entry} onActor={onActor} /> },
    { key: 'action', label: texts.action, head: true, cell: ({ action }) => actionName(action) },
    { key: 'about', label: texts.about, cell: (entry) => <About entry={entry} onSubject={onSubject} /> },
    { key: 'change', label: texts.change, cell: (entry) => <Changes entry={entry} /> },
    { key: 'where', label: texts.where, cell: (entry) => <Where entry={entry} /> },
  ];
  if (!phone) return <Table caption={texts.list} columns={columns} rows={entries} rowKey={({ id }) => id} />;
  const opened = columns.filter(({ key }) => key !== 'at' && key !== 'action');
  return (
    <ul aria-label={texts.list}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <details className={s.line}>
            <summary>
              <span className={s.done}>
                {actionName(entry.action)}
                <ChevronDown size={16} aria-hidden="true" />
              </span>
              <span className={s.quiet}>
                {[entry.actor?.id ? named(entry.actor) : texts.operator, nameAbout(entry)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <When at={entry.at} />
            </summary>
            <dl className={s.opened}>
              {opened.map(({ key, label, cell }) => (
                <div key={key}>
                  <dt className="label">{label}</dt>
                  <dd>{cell(entry)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

const When = ({ at }: { at: string }) => (
  <time dateTime={at} className={s.when}>
    {formatDate(at, 'full')}
  </time>
);

function Actor({ entry: { actor }, onActor }: { entry: AuditEntry; onActor: (id: string) => void }) {
  if (!actor?.id) return texts.operator;
  return (
    <button type="button" className={s.name} onClick={() => onActor(actor.id)}>
      {named(actor)}
    </button>
  );
}

const Where = ({ entry: { address, device } }: { entry: AuditEntry }) => (
  <span className={s.where}>
    {address && <span className="mono">{address}</span>}
    {device && <span>{deviceName(device)}</span>}
  </span>
);

const named = ({ username, name }: AuditPerson) => (username ? `@${username}` : name || texts.unnamed);

/** Whom or what it is about, where that has a name. */
const nameAbout = ({ member, subjectName }: AuditEntry) => (member ? named(member) : subjectName);

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
        <UserLink id={member.id}>{named(member)}</UserLink>
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
          {subjectName ?? textNamed(texts.things, subject) ?? subject}
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
