// The rooms: to manage, and to enter.
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Hash, LogIn } from 'lucide-react';
import { messageOf } from '@/net/api';
import { adminRoomsQuery } from '@/queries/admin';
import { chatRoomPath } from '@/rules/paths';
import { Heading, Item, Note } from './Item';
import { texts } from './texts';

interface RoomsProps {
  onShow: (roomId: string) => void;
  /** Hears the address of the room's chat. */
  onEnter: (path: string) => void;
}

export function Rooms({ onShow, onEnter }: RoomsProps) {
  const { data, isError, error } = useQuery(adminRoomsQuery);
  if (!data && isError) return <Note>{messageOf(error, texts.roomsFailed)}</Note>;
  return (
    <Command.Group heading={<Heading>{texts.rooms}</Heading>}>
      {data?.flatMap(({ id, display_name }) => [
        <Item
          key={id}
          value={display_name}
          id={id}
          hint={id}
          icon={Hash}
          words={[id, 'room']}
          onSelect={() => onShow(id)}
        />,
        <Item
          key={`enter ${id}`}
          value={texts.enter(display_name)}
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
