// The newest pinned message of a room in a line under the header; all of them are in a
// sheet. A press jumps to the message.
import { texts } from 'texts:chat';
import { List, Pin as PinIcon } from 'lucide-react';
import { useState } from 'react';
import { cut } from '@/rules/text';
import { jumpTo } from '@/stores/room/jump';
import { usePins } from '@/stores/room/pins';
import { whenOpen } from '@/ui/onDemand';
import { messageWords } from '../message/MessageContent';
import s from './Pinned.module.css';

const PinnedSheet = whenOpen(() => import('./PinnedSheet'));

const bannerLength = 120;

interface PinnedProps {
  roomId: string;
  /** Whether the member keeps order here. */
  moderates: boolean;
}

export function Pinned({ roomId, moderates }: PinnedProps) {
  const pins = usePins((all) => (all.roomId === roomId ? all.pins : none));
  const [open, setOpen] = useState(false);
  const newest = pins[0];
  if (!newest) return null;
  const { message } = newest;
  return (
    <section className={s.banner} aria-label={texts.pinned}>
      <PinIcon className={s.mark} size={15} aria-hidden="true" />
      <button type="button" className={s.jump} onClick={() => jumpTo(message.id, roomId)}>
        <span className={s.who}>{message.username}</span>{' '}
        <span dir="auto">{cut(messageWords(message), bannerLength)}</span>
      </button>
      {(pins.length > 1 || moderates) && (
        <button
          type="button"
          className={s.all}
          aria-haspopup="dialog"
          aria-label={`${texts.pinnedMessages}, ${pins.length}`}
          title={texts.pinnedMessages}
          onClick={() => setOpen(true)}
        >
          <List size={16} aria-hidden="true" />
          <span className="mono">{pins.length}</span>
        </button>
      )}
      <PinnedSheet open={open} pins={pins} moderates={moderates} onClose={() => setOpen(false)} />
    </section>
  );
}

const none: never[] = [];
