// The third step: the room to begin with.
import { texts } from 'texts:welcome';
import { useQuery } from '@tanstack/react-query';
import { roomsQuery } from '@/queries/chat/rooms';
import { RadioList } from '@/ui/RadioList';
import { Skeleton } from '@/ui/Skeleton';
import type { ListedRoom } from '@/wire/bodies.gen';

interface RoomStepProps {
  room: ListedRoom | null;
  onRoom: (room: ListedRoom | null) => void;
}

export function RoomStep({ room, onRoom }: RoomStepProps) {
  const rooms = useQuery(roomsQuery);
  if (rooms.isPending) return <Skeleton height="8rem" />;
  if (!rooms.data) return <p role="status">{texts.roomsFailed}</p>;
  if (rooms.data.length === 0) return <p>{texts.noRooms}</p>;
  return (
    <RadioList
      legend={texts.rooms}
      options={rooms.data.map(({ id, name, display_name, description }) => ({
        value: id,
        label: display_name || name,
        text: description || undefined,
      }))}
      value={room?.id ?? null}
      onChange={(id) => onRoom(rooms.data.find((one) => one.id === id) ?? null)}
    />
  );
}
