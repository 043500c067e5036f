// Who a user is: flags, basics, contributions, and the administrators' notes.
import { texts } from 'texts:admin/desk/users';
import { texts as rulesTexts } from 'texts:money/rules';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { formatDate, formatMoney } from '@/rules/format';
import { statusTone } from '@/rules/money';
import { rankOf } from '@/rules/rank/ranks';
import { codePoints } from '@/rules/text';
import { toast } from '@/stores/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { FieldError, TextArea } from '@/ui/Field';
import { Section } from '@/ui/Section';
import { type Column, Table } from '@/ui/Table';
import { useUnsaved } from '@/ui/unsaved';
import type { UserContribution, UserProfile } from '@/wire/bodies.gen';
import { AuditLink } from '../../links/AuditLink';
import s from './User.module.css';
import { RankName } from './UserTable';
import { banEnd, isEnrolled } from './user';
import { saveNotes } from './userCalls';
import { useNotesDraft } from './userDrafts';

const notesMaxLength = 10_000;

export function UserProfileTab({ user }: { user: UserProfile }) {
  const date = (at: string | null) => (at ? formatDate(at, 'full') : texts.never);
  return (
    <div className={s.part}>
      {user.is_erased ? <Erased user={user} /> : <UserFlags user={user} />}
      <dl className={s.facts}>
        <Fact term={texts.rank}>
          <RankName rank={rankOf(user.rank)} /> · {texts.points({ count: user.points })}
        </Fact>
        <Fact term={texts.memberSince}>{formatDate(user.member_since, 'dateOfYear')}</Fact>
        <Fact term={texts.lastLogin}>{date(user.last_login)}</Fact>
        <Fact term={texts.lastSeen}>{user.is_online ? texts.online : date(user.last_seen)}</Fact>
        <Fact term={texts.email}>{user.email ?? '—'}</Fact>
        <Fact term={texts.phone}>{user.phone ?? '—'}</Fact>
        <Fact term={texts.faceId}>{isEnrolled(user) ? texts.faceEnrolled : texts.faceNone}</Fact>
        <Fact term={texts.userId}>
          <span className={s.id}>{user.id}</span>
        </Fact>
      </dl>
      <History user={user} />
      {!user.is_erased && <Notes user={user} />}
    </div>
  );
}

function Erased({ user }: { user: UserProfile }) {
  return (
    <>
      <p className={s.flags}>
        <Badge>{texts.erasedBadge}</Badge>
      </p>
      <p className={s.quiet}>{texts.erasedText}</p>
      <AuditLink subject={user.id} words={texts.audit} />
    </>
  );
}

function UserFlags({ user }: { user: UserProfile }) {
  const banned = banEnd(user);
  return (
    <p className={s.flags}>
      {user.is_admin && <Badge tone="accent">{texts.admin}</Badge>}
      {user.is_guardian && <Badge tone="info">{texts.guardian}</Badge>}
      {user.sign_in_disabled && <Badge tone="alert">{texts.signInOff}</Badge>}
      {user.chat_access_enabled && !banned && <Badge tone="clear">{texts.chatActive}</Badge>}
      {!user.chat_access_enabled && <Badge tone="alert">{texts.chatOff}</Badge>}
      {banned && <Badge tone="alert">{texts.bannedUntil({ when: formatDate(banned, 'full') })}</Badge>}
      {isEnrolled(user) && <Badge tone="clear">{texts.faceEnrolled}</Badge>}
      {user.chat_subscription_active && <Badge tone="clear">{texts.subscribed}</Badge>}
    </p>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const columns = (): Column<UserContribution>[] => [
  { key: 'at', label: texts.date, head: true, cell: ({ at }) => formatDate(at, 'dateOfYear') },
  {
    key: 'purpose',
    label: texts.purpose,
    cell: ({ purpose, anonymous }) =>
      `${purpose === 'server_cost' ? texts.serverCost : texts.community}${anonymous ? texts.anonymous : ''}`,
  },
  {
    key: 'amount',
    label: texts.amountColumn,
    numeric: true,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'status',
    label: texts.status,
    cell: ({ status }) => <Badge tone={statusTone(status)}>{rulesTexts.statusWords[status]}</Badge>,
  },
];

function History({ user }: { user: UserProfile }) {
  return (
    <Section title={texts.history} level={3}>
      {user.contributions.length === 0 ? (
        <p className={s.quiet}>{texts.historyNone}</p>
      ) : (
        <>
          <p>
            <strong className="mono">{formatMoney(user.total_contributed)}</strong>{' '}
            <span className={s.quiet}>{texts.contributions({ count: user.contribution_count })}</span>
          </p>
          <Table
            caption={texts.history}
            columns={columns()}
            rows={user.contributions}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </Section>
  );
}

function Notes({ user }: { user: UserProfile }) {
  const [draft, setDraft] = useNotesDraft(user.id);
  const notes = draft?.text ?? user.notes;
  const tooLong = codePoints(notes) > notesMaxLength;
  useUnsaved(notes !== user.notes);
  const save = useMutation({
    mutationFn: (text: string) => saveNotes(user.id, text, user.notes_version),
    onSuccess: (_, saved) => {
      setDraft((now) => (!now || now.text === saved ? undefined : { ...now, over: saved.trim() }));
      toast(texts.notesSaved, { tone: 'clear' });
    },
  });
  const replaces = draft && draft.over !== user.notes && notes !== user.notes && !save.isPending;
  return (
    <form
      className={s.section}
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooLong && !save.isPending) save.mutate(notes);
      }}
    >
      <TextArea
        label={texts.notes}
        hint={texts.notesHint}
        rows={4}
        value={notes}
        error={tooLong ? texts.notesTooLong : null}
        onChange={({ target: { value: text } }) =>
          setDraft((now) => ({ text, over: now?.over ?? user.notes }))
        }
      />
      <div aria-live="polite">
        {replaces && (
          <div className={s.changed}>
            <p>{texts.notesChanged}</p>
            <p className={s.theirs}>{user.notes || texts.notesEmptied}</p>
          </div>
        )}
      </div>
      <FieldError error={save.error && !replaces ? messageOf(save.error, texts.notesFailed) : null} />
      <Button
        className={s.start}
        type="submit"
        variant="primary"
        busy={save.isPending}
        disabled={tooLong || notes === user.notes}
      >
        {texts.saveNotes}
      </Button>
    </form>
  );
}
