// Chat Management: every room as a card; a chosen one shows who may enter it.
import { texts } from 'texts:admin/chat/rooms';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { Button } from '@/ui/Button';
import { whenOpen } from '@/ui/onDemand';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { AdminRoom } from '@/wire/bodies.gen';
import { useAddress } from '../../address';
import s from './ChatManagement.module.css';
import type { CreateRoomModalProps } from './CreateRoomModal';
import { DeleteRoomDialog } from './DeleteRoomDialog';
import { RoomCard } from './RoomCard';

const CreateRoomModal = whenOpen<CreateRoomModalProps>(() => import('./CreateRoomModal'));

export function ChatManagement() {
  const rooms = useQuery(adminRoomsQuery);
  const { params, change, open, close } = useAddress();
  const chosen = params.get('room');
  const [deleting, setDeleting] = useState<AdminRoom | null>(null);

  return (
    <section className={s.section} aria-labelledby="rooms-title">
      <header className={s.head}>
        <h2 id="rooms-title" className={s.title}>
          {texts.chatRooms}
        </h2>
        <Button
          variant="primary"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => open({ do: 'create' })}
        >
          {texts.createRoom}
        </Button>
      </header>
      <QueryView
        query={rooms}
        loading={texts.roomsLoading}
        skeleton={
          <div className={s.grid}>
            {['a', 'b', 'c'].map((id) => (
              <Skeleton key={id} height="12rem" />
            ))}
          </div>
        }
        failed={texts.roomsFailed}
        empty={<EmptyState icon={<MessagesSquare size={28} aria-hidden="true" />} title={texts.noRoomsYet} />}
      >
        {(list) => (
          <ul className={s.grid}>
            {list.map((room) => (
              <RoomCard
                key={room.id}
                room={room}
                open={room.id === chosen}
                onOpen={(opened) => change({ room: opened ? room.id : null })}
                onDelete={() => setDeleting(room)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <CreateRoomModal
        open={params.get('do') === 'create'}
        onClose={() => close('do')}
        onCreated={(room) => change({ do: null, room })}
      />
      <DeleteRoomDialog room={deleting} onClose={() => setDeleting(null)} />
    </section>
  );
}
