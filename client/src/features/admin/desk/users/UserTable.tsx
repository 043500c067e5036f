// Users in rows.
import { texts } from 'texts:admin/desk/users';
import { serverNow } from '@/net/serverClock';
import type { UserSort } from '@/queries/desk/users';
import { formatDate, formatMoney } from '@/rules/format';
import { type Rank, rankColour, rankName, rankOf } from '@/rules/rank/ranks';
import { relativeTime } from '@/rules/time';
import { Badge } from '@/ui/Badge';
import { type Column, type Sort, Table } from '@/ui/Table';
import type { UserRow } from '@/wire/bodies.gen';
import s from './Users.module.css';
import { banEnd, isEnrolled } from './user';

interface UserTableProps {
  users: readonly UserRow[];
  sort: Sort<UserSort>;
  onSort: (sort: Sort<UserSort>) => void;
  onOpen: (id: string) => void;
}

type Key = UserSort | 'contributed' | 'status';

export function UserTable({ users, sort, onSort, onOpen }: UserTableProps) {
  const columns: Column<UserRow, Key>[] = [
    {
      key: 'name',
      label: texts.name,
      head: true,
      sortable: true,
      cell: (user) => (
        <span className={s.who}>
          <button type="button" className={s.name} data-user={user.id} onClick={() => onOpen(user.id)}>
            {user.name || texts.unnamed}
          </button>
          {user.is_online && (
            <span className={s.online} role="img" aria-label={texts.online} title={texts.online} />
          )}
        </span>
      ),
    },
    {
      key: 'username',
      label: texts.username,
      sortable: true,
      cell: ({ username }) => username && `@${username}`,
    },
    { key: 'email', label: texts.email, sortable: true, cell: ({ email }) => email },
    {
      key: 'phone',
      label: texts.phone,
      sortable: true,
      cell: ({ phone }) => phone && <span className={s.figure}>{phone}</span>,
    },
    { key: 'rank', label: texts.rank, sortable: true, cell: ({ rank }) => <RankName rank={rankOf(rank)} /> },
    { key: 'status', label: texts.status, cell: (user) => (isPlain(user) ? null : <Flags user={user} />) },
    {
      key: 'last_login',
      label: texts.lastLogin,
      sortable: true,
      cell: ({ last_login }) =>
        last_login ? (
          <time dateTime={last_login} title={formatDate(last_login, 'full')} className={s.figure}>
            {relativeTime(Date.parse(last_login), serverNow())}
          </time>
        ) : (
          texts.never
        ),
    },
    {
      key: 'created_at',
      label: texts.joined,
      sortable: true,
      cell: ({ created_at }) => <span className={s.figure}>{formatDate(created_at, 'dateOfYear')}</span>,
    },
    {
      key: 'contributed',
      label: texts.contributed,
      numeric: true,
      cell: ({ total_contributed, contribution_count }) =>
        contribution_count === 0 ? null : (
          <span className={s.figure}>{`${formatMoney(total_contributed)} (${contribution_count})`}</span>
        ),
    },
  ];
  return (
    <Table<UserRow, Key>
      caption={texts.table}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={(next) => onSort(next as Sort<UserSort>)}
    />
  );
}

export function RankName({ rank }: { rank: Rank }) {
  return <span style={{ color: rankColour(rank) }}>{rankName(rank)}</span>;
}

const isPlain = (user: UserRow) =>
  !user.is_admin &&
  !user.is_guardian &&
  user.chat_access_enabled &&
  !user.sign_in_disabled &&
  !banEnd(user) &&
  !isEnrolled(user);

function Flags({ user }: { user: UserRow }) {
  const banned = banEnd(user);
  if (user.is_erased) return <Badge>{texts.erasedBadge}</Badge>;
  return (
    <span className={s.flags}>
      {user.is_admin && <Badge tone="accent">{texts.adminBadge}</Badge>}
      {user.is_guardian && <Badge tone="info">{texts.guardian}</Badge>}
      {banned && <Badge tone="alert">{texts.bannedBadge}</Badge>}
      {user.sign_in_disabled && <Badge tone="alert">{texts.signInOff}</Badge>}
      {!user.chat_access_enabled && <Badge tone="alert">{texts.chatOff}</Badge>}
      {isEnrolled(user) && <Badge>{texts.faceId}</Badge>}
    </span>
  );
}
