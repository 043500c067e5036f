// The rooms: to manage, and to enter.
import { texts } from 'texts:admin/palette';
import { Command } from 'cmdk';
import { Hash, LogIn } from 'lucide-react';
import { chatRoomPath } from '@/rules/paths';
import type { AdminRoom } from '@/wire/bodies.gen';
import { calledBy, Heading, Item } from './Item';

interface PaletteRoomsProps {
  rooms: readonly AdminRoom[];
  onShow: (roomId: string) => void;
  /** Hears the address of the room's chat. */
  onEnter: (path: string) => void;
}

export function PaletteRooms({ rooms, onShow, onEnter }: PaletteRoomsProps) {
  return (
    <Command.Group heading={<Heading>{texts.rooms}</Heading>}>
      {rooms.flatMap(({ id, display_name }) => [
        <Item
          key={id}
          value={display_name}
          id={id}
          hint={id}
          icon={Hash}
          words={[id, 'room', calledBy + display_name.toLowerCase()]}
          onSelect={() => onShow(id)}
        />,
        <Item
          key={`enter ${id}`}
          value={texts.enter({ name: display_name })}
          id={id}
          hint={texts.enterHint}
          icon={LogIn}
          words={[id, 'chat']}
          onSelect={() => onEnter(chatRoomPath(id))}
        />,
      ])}
    </Command.Group>
  );
}
