// Who was given access to a room: e-mail, username, level, and taking it back.
import { texts } from 'texts:admin/chat/rooms';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { roomAccessListQuery } from '@/queries/chat/adminRooms';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { type Column, Table } from '@/ui/Table';
import type { AccessEntry, AdminRoom } from '@/wire/bodies.gen';
import { UserLink } from '../../links/UserLink';
import { GrantAccessModal } from './GrantAccessModal';
import { isOpen, levelName } from './levels';
import s from './RoomDetails.module.css';
import { revokeAccess } from './roomCalls';

const nameOf = ({ profiles }: AccessEntry) => profiles.email ?? profiles.username ?? texts.unnamed;

export function AccessList({ room }: { room: AdminRoom }) {
  const access = useInfiniteQuery(roomAccessListQuery(room.id));
  const [granting, setGranting] = useState(false);
  const grantButton = useRef<HTMLButtonElement>(null);

  const revoke = useMutation({
    mutationFn: (entry: AccessEntry) => revokeAccess({ user_id: entry.profiles.id, room_id: room.id }),
    onSuccess: () => {
      toast(texts.revoked, { tone: 'clear' });
      // The row and its button are gone.
      grantButton.current?.focus();
    },
    onError: (failure) => toast(messageOf(failure, texts.revokeFailed), { tone: 'alert' }),
  });

  const columns: Column<AccessEntry>[] = [
    {
      key: 'email',
      label: texts.email,
      head: true,
      cell: ({ profiles }) => <UserLink id={profiles.id}>{profiles.email ?? texts.unnamed}</UserLink>,
    },
    {
      key: 'username',
      label: texts.username,
      cell: ({ profiles }) => (profiles.username ? `@${profiles.username}` : '—'),
    },
    {
      key: 'level',
      label: texts.accessLevel,
      cell: ({ access_level }) => (
        <Badge tone={access_level === 'member' ? 'plain' : 'info'}>{levelName(access_level)}</Badge>
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
      cell: (entry) => (
        <Button
          size="small"
          busy={revoke.isPending && revoke.variables === entry}
          onClick={() => revoke.mutate(entry)}
          aria-label={texts.revokeAccessOf({ nameOf: nameOf(entry) })}
        >
          {texts.revoke}
        </Button>
      ),
    },
  ];

  return (
    <section className={s.part} aria-label={texts.accessTo({ display_name: room.display_name })}>
      <header className={s.head}>
        <h4 className="label">{texts.access}</h4>
        <Button
          ref={grantButton}
          size="small"
          icon={<UserPlus size={16} aria-hidden="true" />}
          onClick={() => setGranting(true)}
        >
          {texts.grantAccess}
        </Button>
      </header>
      <QueryView
        query={access}
        items={(page) => page.users}
        loading={texts.accessLoading}
        skeleton={
          <div className={s.loading}>
            <Skeleton height="2.5rem" />
            <Skeleton height="2.5rem" />
          </div>
        }
        failed={texts.accessFailed}
        empty={
          <EmptyState
            title={isOpen(room) ? texts.accessNone : texts.accessEmpty}
            text={isOpen(room) ? texts.accessEmptyOpen : texts.accessEmptyText}
          />
        }
      >
        {(entries) => (
          <Table
            caption={texts.membersWithAccessTo({ display_name: room.display_name })}
            columns={columns}
            rows={entries}
            rowKey={(entry) => entry.id}
          />
        )}
      </QueryView>
      <GrantAccessModal room={room} open={granting} onClose={() => setGranting(false)} />
    </section>
  );
}
