// All pinned messages of a room. A press jumps to the message; whoever keeps order takes a
// pin away.
import { texts } from 'texts:chat';
import { PinOff } from 'lucide-react';
import { cut } from '@/rules/text';
import { jumpTo } from '@/stores/room/jump';
import { IconButton } from '@/ui/IconButton';
import { Sheet } from '@/ui/Sheet';
import type { Pin } from '@/wire/bodies.gen';
import { Ago } from '../message/Ago';
import { togglePin } from '../message/actions';
import { messageWords } from '../message/MessageContent';
import s from './PinnedSheet.module.css';

const listLength = 200;

interface PinnedSheetProps {
  open: boolean;
  pins: readonly Pin[];
  moderates: boolean;
  onClose: () => void;
}

export default function PinnedSheet({ open, pins, moderates, onClose }: PinnedSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => next || onClose()} title={texts.pinnedMessages}>
      <ul className={s.list}>
        {pins.map((pin) => (
          <li key={pin.message.id} className={s.one}>
            <button
              type="button"
              className={s.message}
              onClick={() => {
                onClose();
                jumpTo(pin.message.id, pin.message.roomId);
              }}
            >
              <span className={s.first}>
                <span className={s.who}>{pin.message.username}</span>
                <Ago at={Date.parse(pin.message.created_at)} className={s.time} />
              </span>
              <span className={s.words} dir="auto">
                {cut(messageWords(pin.message), listLength)}
              </span>
              {pin.pinnedBy !== '' && <span className={s.by}>{texts.pinnedBy({ name: pin.pinnedBy })}</span>}
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
  );
}
