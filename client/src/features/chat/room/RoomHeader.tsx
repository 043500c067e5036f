// The room's one line: back, name in capitals, people online, mute, one's own
// profile, and how the connection is.
import { texts } from 'texts:chat';
import { texts as mediaTexts } from 'texts:chat/media';
import { ArrowLeft, Bell, BellOff, EllipsisVertical, MessagesSquare, Search, Users } from 'lucide-react';
import { CostPill } from '@/features/money/serverCost/CostPill';
import { MemberAvatar } from '@/parts/people/member/MemberAvatar';
import { onlineWords } from '@/rules/chat/room';
import { keysInWords } from '@/rules/keys';
import { paths } from '@/rules/paths';
import { toggleMute, useMute } from '@/stores/chat/mute';
import { openSettings } from '@/stores/people/settings';
import { useConnection } from '@/stores/room/connection';
import { usePresence } from '@/stores/room/presence';
import { useSession } from '@/stores/session/session';
import { ConnectionDot } from '@/ui/ConnectionDot';
import { IconButton, IconLink } from '@/ui/IconButton';
import { menuOnDemand } from '@/ui/menuOnDemand';
import { useOnline } from '@/ui/online';
import { JoinToast } from '../presence/JoinToast';
import { ChatNotice } from './ChatNotice';
import s from './RoomHeader.module.css';

const RoomMenu = menuOnDemand(() => import('./RoomMenu'));

interface RoomHeaderProps {
  roomId: string;
  title: string;
  onPeople: () => void;
  onGallery: () => void;
  onSearch: () => void;
  onMentions: () => void;
}

export function RoomHeader(props: RoomHeaderProps) {
  const { roomId, title, onPeople, onGallery, onSearch, onMentions } = props;
  const count = usePresence((p) => p.roomCount);
  const connected = useConnection((connection) => connection.inRoom);
  const online = useOnline();
  const me = useSession((session) => session.user?.username ?? '');
  const muted = useMute((m) => m.muted);
  return (
    <header className={s.header}>
      <IconLink
        to={paths.dashboard}
        label={texts.backToDashboard}
        icon={<ArrowLeft size={20} aria-hidden="true" />}
      />
      <div className={s.names}>
        <h1 className={s.title}>
          <button
            type="button"
            aria-haspopup="dialog"
            title={`${title}: ${mediaTexts.openGallery}`}
            onClick={onGallery}
          >
            {title}
          </button>
        </h1>
        <p className={s.state}>
          <ConnectionDot state={connected && online ? 'live' : 'connecting'} hideLabel />
          <button type="button" className={s.count} onClick={onPeople}>
            <Users size={13} aria-hidden="true" />
            <span className={s.online}>{count === null ? texts.connectingRoom : onlineWords(count)}</span>
            <span className={s.few} aria-hidden="true">
              {count ?? '…'}
            </span>
            <span className="sr-only">{texts.peopleInThisRoom}</span>
          </button>
          <CostPill />
        </p>
      </div>
      <IconButton
        label={texts.search}
        title={`${texts.search} (${keysInWords(['Ctrl', 'K'])})`}
        icon={<Search size={20} aria-hidden="true" />}
        className={s.search}
        onClick={onSearch}
      />
      <IconLink
        to={paths.chat}
        label={texts.allRooms}
        icon={<MessagesSquare size={20} aria-hidden="true" />}
        className={s.rooms}
      />
      <IconButton
        label={texts.mute}
        title={muted ? texts.soundsAreOff : texts.soundsAreOn}
        pressed={muted}
        icon={muted ? <BellOff size={20} aria-hidden="true" /> : <Bell size={20} aria-hidden="true" />}
        onClick={toggleMute}
      />
      <button
        type="button"
        className={s.me}
        aria-haspopup="dialog"
        title={texts.editYourProfile}
        onClick={() => openSettings('profile')}
      >
        <MemberAvatar username={me} />
        <span className="sr-only">{texts.editYourProfile}</span>
      </button>
      <RoomMenu
        roomId={roomId}
        trigger={
          <IconButton label={texts.roomOptions} icon={<EllipsisVertical size={20} aria-hidden="true" />} />
        }
        onMentions={onMentions}
        onSearch={onSearch}
      />
      <ChatNotice />
      <JoinToast />
    </header>
  );
}
