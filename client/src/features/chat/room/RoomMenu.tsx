// What a room notifies a member of, and the ways to the mentions.
import { texts } from 'texts:chat';
import { texts as menuTexts } from 'texts:chat/menus';
import { useMutation } from '@tanstack/react-query';
import { AtSign, BellOff, BellRing, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { messageOf } from '@/net/api';
import { serverNow } from '@/net/serverClock';
import { saveNotifications } from '@/queries/chat/roomNotifications';
import { isMuted, listedRoom, useRooms } from '@/stores/chat/rooms';
import { toast } from '@/stores/toast';
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from '@/ui/Menu';
import type { NotificationLevel, RoomNotifications } from '@/wire/bodies.gen';

const hourMs = 3_600_000;
const levels: NotificationLevel[] = ['all', 'mentions', 'none'];

interface RoomMenuProps {
  trigger: ReactElement;
  roomId: string;
  onMentions: () => void;
  onSearch: () => void;
}

/** It is open when it appears: it was pressed before it was there. */
export default function RoomMenu({ trigger, roomId, onMentions, onSearch }: RoomMenuProps) {
  const notifications = useRooms((rooms) => listedRoom(roomId)(rooms)?.notifications);
  const save = useMutation({
    mutationFn: (next: RoomNotifications) => saveNotifications(roomId, next),
    onError: (failure) => toast(messageOf(failure, menuTexts.notificationsFailed), { tone: 'alert' }),
  });
  const muted = notifications !== undefined && isMuted(notifications, serverNow());
  const mute = (forMs: number | null) =>
    notifications &&
    save.mutate({
      level: notifications.level,
      mutedUntil: forMs === null ? null : new Date(serverNow() + forMs).toISOString(),
    });
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuItem icon={<AtSign size={16} aria-hidden="true" />} onSelect={onMentions}>
        {menuTexts.mentionsOfMe}
      </MenuItem>
      <MenuItem icon={<Search size={16} aria-hidden="true" />} onSelect={onSearch}>
        {texts.search}
      </MenuItem>
      {notifications && (
        <>
          <MenuLine />
          <MenuChoice
            label={menuTexts.notifications}
            options={levels.map((value) => ({ value, label: menuTexts.levels[value] }))}
            value={notifications.level}
            onChange={(level) => save.mutate({ ...notifications, level })}
          />
          <MenuLine />
          {muted ? (
            <>
              <MenuLabel>{texts.muted}</MenuLabel>
              <MenuItem icon={<BellRing size={16} aria-hidden="true" />} onSelect={() => mute(null)}>
                {menuTexts.unmute}
              </MenuItem>
            </>
          ) : (
            <>
              <MenuItem icon={<BellOff size={16} aria-hidden="true" />} onSelect={() => mute(hourMs)}>
                {menuTexts.mute1h}
              </MenuItem>
              <MenuItem icon={<BellOff size={16} aria-hidden="true" />} onSelect={() => mute(8 * hourMs)}>
                {menuTexts.mute8h}
              </MenuItem>
            </>
          )}
        </>
      )}
    </Menu>
  );
}
