// Who a user is: flags, basics, contributions, and the administrators' notes.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { formatCount, formatDate, formatMoney } from '@/rules/format';
import { statusTone, statusWords } from '@/rules/money';
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
import s from './User.module.css';
import { RankName } from './UserTable';
import { banEnd, isEnrolled } from './user';
import { saveNotes } from './userCalls';
import { texts } from './userTexts';

const notesMaxLength = 10_000;

export function UserProfileTab({ user }: { user: UserProfile }) {
  const date = (at: string | null) => (at ? formatDate(at, 'full') : texts.never);
  return (
    <div className={s.part}>
      <UserFlags user={user} />
      <dl className={s.facts}>
        <Fact term="Rank">
          <RankName rank={rankOf(user.rank)} /> · {texts.points(user.points)}
        </Fact>
        <Fact term="Member since">{formatDate(user.member_since, 'dateOfYear')}</Fact>
        <Fact term="Last login">{date(user.last_login)}</Fact>
        <Fact term="Last seen">{user.is_online ? texts.online : date(user.last_seen)}</Fact>
        <Fact term="Email">{user.email ?? '—'}</Fact>
        <Fact term="Phone">{user.phone ?? '—'}</Fact>
        <Fact term="Face ID">{isEnrolled(user) ? texts.faceEnrolled : texts.faceNone}</Fact>
        <Fact term="User ID">
          <span className={s.id}>{user.id}</span>
        </Fact>
      </dl>
      <History user={user} />
      <Notes key={user.notes} user={user} />
    </div>
  );
}

function UserFlags({ user }: { user: UserProfile }) {
  const banned = banEnd(user);
  return (
    <p className={s.flags}>
      {user.is_admin && <Badge tone="accent">{texts.admin}</Badge>}
      {user.is_guardian && <Badge tone="info">{texts.guardian}</Badge>}
      {user.chat_access_enabled && !banned && <Badge tone="clear">{texts.chatActive}</Badge>}
      {!user.chat_access_enabled && <Badge tone="alert">{texts.chatOff}</Badge>}
      {banned && <Badge tone="alert">{texts.bannedUntil(formatDate(banned, 'full'))}</Badge>}
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

const columns: Column<UserContribution>[] = [
  { key: 'at', label: 'Date', head: true, cell: ({ at }) => formatDate(at, 'dateOfYear') },
  {
    key: 'purpose',
    label: 'For',
    cell: ({ purpose, anonymous }) =>
      `${purpose === 'server_cost' ? 'Server cost' : 'Community'}${anonymous ? ', anonymous' : ''}`,
  },
  {
    key: 'amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    key: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={statusTone(status)}>{statusWords[status]}</Badge>,
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
            <span className={s.quiet}>{formatCount(user.contribution_count, 'contribution')}</span>
          </p>
          <Table
            caption={texts.history}
            columns={columns}
            rows={user.contributions}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </Section>
  );
}

function Notes({ user }: { user: UserProfile }) {
  const [notes, setNotes] = useState(user.notes);
  const tooLong = codePoints(notes) > notesMaxLength;
  useUnsaved(notes !== user.notes);
  const save = useMutation({
    mutationFn: (text: string) => saveNotes(user.id, text),
    onSuccess: () => toast(texts.notesSaved, { tone: 'clear' }),
  });
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
        onChange={(event) => setNotes(event.target.value)}
      />
      <FieldError error={save.error ? messageOf(save.error, texts.notesFailed) : null} />
      <Button
        className={s.start}
        type="submit"
        variant="primary"
        busy={save.isPending}
        disabled={tooLong || notes === user.notes}
      >
        Save notes
      </Button>
    </form>
  );
}
