// The pinned messages of a room: the newest in a line under the header, all of
// them in a sheet. A press jumps to the message.
import { texts } from 'texts:chat';
import { List, Pin as PinIcon, PinOff } from 'lucide-react';
import { useState } from 'react';
import { cut } from '@/rules/text';
import { jumpTo } from '@/stores/room/jump';
import { usePins } from '@/stores/room/pins';
import { IconButton } from '@/ui/IconButton';
import { Sheet } from '@/ui/Sheet';
import { Ago } from '../message/Ago';
import { togglePin } from '../message/actions';
import { messageWords } from '../message/MessageContent';
import s from './Pinned.module.css';

const bannerLength = 120;
const listLength = 200;

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
      <Sheet open={open} onOpenChange={setOpen} title={texts.pinnedMessages}>
        <ul className={s.list}>
          {pins.map((pin) => (
            <li key={pin.message.id} className={s.one}>
              <button
                type="button"
                className={s.message}
                onClick={() => {
                  setOpen(false);
                  jumpTo(pin.message.id, roomId);
                }}
              >
                <span className={s.first}>
                  <span className={s.who}>{pin.message.username}</span>
                  <Ago at={Date.parse(pin.message.created_at)} className={s.time} />
                </span>
                <span className={s.words} dir="auto">
                  {cut(messageWords(pin.message), listLength)}
                </span>
                {pin.pinnedBy !== '' && (
                  <span className={s.by}>{texts.pinnedBy({ name: pin.pinnedBy })}</span>
                )}
              </button>
              {moderates && (
                <IconButton
                  label={`${texts.unpin}: ${cut(messageWords(pin.message), 30)}`}
                  icon={<PinOff size={17} aria-hidden="true" />}
                  onClick={() => void togglePin(pin.message, true)}
                />
              )}
            </li>
          ))}
        </ul>
      </Sheet>
    </section>
  );
}

const none: never[] = [];
