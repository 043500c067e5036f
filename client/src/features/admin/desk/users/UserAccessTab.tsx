// What a user may enter and where it is signed in.
import { texts } from 'texts:admin/desk/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/net/api';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { userAccessQuery, userSessionsQuery } from '@/queries/desk/users';
import { deviceName } from '@/rules/device';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import { Skeleton } from '@/ui/Skeleton';
import { type Column, Table } from '@/ui/Table';
import type { RoomRole, UserProfile, UserRoomAccess, UserSession } from '@/wire/bodies.gen';
import { levels } from '../../chat/rooms/levels';
import { FaceSettings } from './FaceSettings';
import s from './User.module.css';
import { nameOf } from './user';
import { endSessions, grantRoom, revokeRoom } from './userCalls';

export function UserAccessTab({ user }: { user: UserProfile }) {
  return (
    <div className={s.part}>
      <Rooms user={user} />
      <FaceSettings user={user} />
      <Sessions user={user} />
    </div>
  );
}

function Rooms({ user }: { user: UserProfile }) {
  const access = useQuery(userAccessQuery(user.id));
  const change = useMutation({
    mutationFn: ({ room, level }: { room: string; level: RoomRole }) => grantRoom(user, room, level),
    onSuccess: () => toast(texts.accessGranted, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.grantFailed), { tone: 'alert' }),
  });
  const revoke = useMutation({
    mutationFn: (room: string) => revokeRoom(user, room),
    onSuccess: () => toast(texts.revoked, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.revokeFailed), { tone: 'alert' }),
  });
  const columns: Column<UserRoomAccess>[] = [
    { key: 'room', label: texts.room, head: true, cell: ({ chat_rooms }) => chat_rooms.display_name },
    {
      key: 'level',
      label: texts.accessLevel,
      cell: ({ id, access_level, chat_rooms }) => (
        <Select
          label={`${texts.accessLevel}: ${chat_rooms.display_name}`}
          hideLabel
          options={levels()}
          value={access_level}
          onChange={(level) => change.mutate({ room: id, level })}
        />
      ),
    },
    {
      key: 'granted',
      label: texts.grantedColumn,
      cell: ({ granted_at }) => formatDate(granted_at, 'dateOfYear'),
    },
    {
      key: 'revoke',
      label: texts.revokeAccess,
      actions: true,
      cell: ({ id, chat_rooms }) => (
        <Button
          size="small"
          busy={revoke.isPending && revoke.variables === id}
          onClick={() => revoke.mutate(id)}
          aria-label={texts.revokeAccessTo({ display_name: chat_rooms.display_name })}
        >
          {texts.revoke}
        </Button>
      ),
    },
  ];
  return (
    <Section title={texts.rooms} level={3}>
      {user.is_admin && <p className={s.quiet}>{texts.roomsAdmin}</p>}
      <QueryView
        query={access}
        loading={texts.roomsLoading}
        skeleton={<Skeleton height="6rem" />}
        failed={(error) => messageOf(error, texts.roomsFailed)}
        empty={
          <p className={s.quiet}>
            {texts.roomsNone}. {texts.roomsNoneText}
          </p>
        }
      >
        {(all) => <Table caption={texts.rooms} columns={columns} rows={all} rowKey={({ id }) => id} />}
      </QueryView>
      <Grant user={user} entered={access.data ?? []} />
    </Section>
  );
}

function Grant({ user, entered }: { user: UserProfile; entered: readonly UserRoomAccess[] }) {
  const rooms = useQuery(adminRoomsQuery);
  const [room, setRoom] = useState('');
  const [level, setLevel] = useState<RoomRole>('member');
  const had = new Set(entered.map(({ id }) => id));
  const open = (rooms.data ?? []).filter(({ id, is_default }) => !is_default && !had.has(id));
  const chosen = open.some(({ id }) => id === room) ? room : (open[0]?.id ?? '');
  const grant = useMutation({
    mutationFn: () => grantRoom(user, chosen, level),
    onSuccess: () => toast(texts.accessGranted, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.grantFailed), { tone: 'alert' }),
  });
  if (open.length === 0) return null;
  return (
    <form
      className={s.row}
      aria-label={texts.grant}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!grant.isPending) grant.mutate();
      }}
    >
      <Select
        label={texts.room}
        options={open.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        value={chosen}
        onChange={setRoom}
      />
      <Select label={texts.accessLevel} options={levels()} value={level} onChange={setLevel} />
      <Button type="submit" busy={grant.isPending}>
        {texts.grant}
      </Button>
    </form>
  );
}

function Sessions({ user }: { user: UserProfile }) {
  const sessions = useQuery(userSessionsQuery(user.id));
  const columns: Column<UserSession>[] = [
    { key: 'device', label: texts.browser, head: true, cell: ({ device }) => deviceName(device) || '—' },
    {
      key: 'address',
      label: texts.address,
      cell: ({ address }) => <span className="mono">{address || '—'}</span>,
    },
    { key: 'seen', label: texts.lastSeen, cell: ({ lastSeenAt }) => formatDate(lastSeenAt, 'full') },
    { key: 'since', label: texts.signedIn, cell: ({ createdAt }) => formatDate(createdAt, 'full') },
  ];
  return (
    <Section title={texts.sessions} level={3}>
      <QueryView
        query={sessions}
        loading={texts.sessionsLoading}
        skeleton={<Skeleton height="6rem" />}
        failed={(error) => messageOf(error, texts.sessionsFailed)}
        empty={<p className={s.quiet}>{texts.sessionsNone}</p>}
      >
        {(all) => (
          <>
            <Table caption={texts.sessions} columns={columns} rows={all} rowKey={({ id }) => id} />
            <ConfirmButton
              className={s.start}
              label={texts.endSessions}
              title={texts.endTitle({ name: nameOf(user) })}
              description={texts.endText}
              run={() => endSessions(user.id).then((count) => texts.ended({ count }))}
              failed={texts.failedAct}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}
