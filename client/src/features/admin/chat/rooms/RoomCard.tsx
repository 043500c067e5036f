// A room: what it is called, its numbers, and on a press who may enter it.
import { texts } from 'texts:admin/chat/rooms';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { roomPresenceQuery } from '@/queries/chat/adminRooms';
import { formatNumber } from '@/rules/format';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { useOnScreen } from '@/ui/useOnScreen';
import type { AdminRoom } from '@/wire/bodies.gen';
import { isOpen } from './levels';
import s from './RoomCard.module.css';
import { RoomDetails } from './RoomDetails';
import { waitWords } from './slowModes';

interface RoomCardProps {
  room: AdminRoom;
  open: boolean;
  onOpen: (open: boolean) => void;
  onDelete: () => void;
}

export function RoomCard({ room, open, onOpen, onDelete }: RoomCardProps) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  // Only what can be seen is asked for each five seconds.
  const shown = useOnScreen(item);
  const presence = useQuery({ ...roomPresenceQuery(room.id), enabled: shown });
  const online = presence.data?.onlineCount;
  // It may have been chosen from afar.
  useEffect(() => {
    if (open) item.current?.scrollIntoView?.({ block: 'nearest' });
  }, [open]);

  return (
    <li ref={item} className={cx(s.item, open && s.open)}>
      <div className={s.card}>
        <div className={s.head}>
          <h3 className={s.title}>
            <button
              type="button"
              className={s.name}
              aria-expanded={open}
              aria-controls={open ? `${id}-details` : undefined}
              onClick={() => onOpen(!open)}
            >
              {room.display_name}
            </button>
          </h3>
          {room.is_default && <Badge>{texts.default}</Badge>}
          {room.read_only && <Badge tone="accent">{texts.readOnlyBadge}</Badge>}
          {room.slow_mode_seconds > 0 && (
            <Badge tone="info">{texts.slowModeOf({ words: waitWords(room.slow_mode_seconds) })}</Badge>
          )}
          <ChevronDown className={s.mark} size={20} aria-hidden="true" />
        </div>
        <p className={cx('mono', s.id)}>{room.id}</p>
        <p className={cx(s.description, !room.description && s.none)}>
          {room.description || texts.noDescription}
        </p>
        <dl className={s.facts}>
          <Fact term={texts.onlineNow} value={online} live={online !== undefined && online > 0} />
          <Fact term={texts.members} value={room.member_count} />
          <Fact term={texts.messages} value={room.message_count} />
        </dl>
        <div className={s.foot}>
          <span className={s.access}>{isOpen(room) ? texts.openRoom : texts.closedRoom}</span>
          {!room.is_default && (
            <Button
              size="small"
              className={s.delete}
              icon={<Trash2 size={16} aria-hidden="true" />}
              aria-label={texts.deleteNamed({ display_name: room.display_name })}
              onClick={onDelete}
            >
              {texts.delete}
            </Button>
          )}
        </div>
      </div>
      {open && (
        <div id={`${id}-details`} className={s.details}>
          <RoomDetails room={room} presence={presence.data} />
        </div>
      )}
    </li>
  );
}

function Fact({ term, value, live }: { term: string; value: number | undefined; live?: boolean }) {
  return (
    <div className={s.fact} data-live={live || undefined}>
      <dt className="label">{term}</dt>
      <dd className="mono">{value === undefined ? '–' : formatNumber(value)}</dd>
    </div>
  );
}
