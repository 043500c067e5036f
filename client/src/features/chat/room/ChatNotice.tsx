// The one place where the room says what is wrong or well: what was said last,
// else how the connection is.
import { CircleAlert, CircleCheck, Radio } from 'lucide-react';
import { useRoomNotice } from '@/stores/room/roomNotice';
import { useOnline } from '@/ui/online';
import s from './ChatNotice.module.css';

export function ChatNotice() {
  const notice = useRoomNotice((n) => n.notice);
  const connection = useRoomNotice((n) => n.connection);
  const online = useOnline();
  const tone = notice?.tone ?? 'connection';
  const Icon = { alert: CircleAlert, clear: CircleCheck, connection: Radio }[tone];
  // That the device is offline is said by the app itself, once.
  const text = notice?.text ?? (online ? connection : null);
  return (
    <div role="status" aria-live="polite" className={s.place} data-below={online ? undefined : ''}>
      {text !== null && (
        <p key={notice?.key ?? 'connection'} className={s.notice} data-tone={tone}>
          <Icon size={16} aria-hidden="true" />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}
