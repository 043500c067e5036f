// /chat/{roomId}: the room, or why the member is outside.
import { texts } from 'texts:chat';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { roomsQuery } from '@/queries/chat/rooms';
import { configQuery } from '@/queries/config';
import { roomTitle } from '@/rules/chat/room';
import { validRoomId } from '@/rules/chat/roomId';
import { chatRoomPath, paths } from '@/rules/paths';
import { onMention } from '@/stores/chat/mentions';
import { listedRoom, useRooms } from '@/stores/chat/rooms';
import { askForFace } from '@/stores/face/faceRequired';
import { usernameSet } from '@/stores/frames/roomSession';
import { closeUsernamePrompt, openUsernamePrompt, useUsernamePrompt } from '@/stores/people/usernamePrompt';
import { ButtonLink } from '@/ui/Button';
import { focusHeading } from '@/ui/focus';
import { onDemand, whenOpen } from '@/ui/onDemand';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import { LoadingMessages } from '../list/LoadingMessages';
import { playMentionSound } from '../presence/sound';
import { UsernameRequired } from '../rooms/UsernameRequired';
import s from './ChatRoute.module.css';
import { Room } from './Room';
import { useRoomAccess } from './useRoomAccess';

const UsernameModal = whenOpen(() => import('@/parts/people/username/UsernameModal'));
const OfficialNoticeDialog = onDemand(() => import('./OfficialNoticeDialog'));

const redirectMs = 3_000;

export function Component() {
  const { roomId = '' } = useParams();
  const config = useQuery(configQuery);
  useEffect(() => onMention(playMentionSound), []);
  if (validRoomId(roomId)) return <RoomAccess key={roomId} roomId={roomId} />;
  // A link to anything else falls back to the default room.
  const fallback = config.data?.defaultRoom;
  if (fallback && validRoomId(fallback)) return <Navigate to={chatRoomPath(fallback)} replace />;
  if (config.isPending) {
    return (
      <main className={s.closed}>
        <LoadingMessages />
      </main>
    );
  }
  return <Navigate to={paths.chat} replace />;
}

function RoomAccess({ roomId }: { roomId: string }) {
  const navigate = useNavigate();
  const { data: config } = useQuery(configQuery);
  const { data: rooms } = useQuery({ ...roomsQuery, enabled: false });
  const { status, userStatus, room, role, asking, askAgain } = useRoomAccess(roomId);
  const prompt = useUsernamePrompt((p) => p.open);

  const chatTitle = config?.chatTitle ?? texts.chatTitle;
  // The list one came from knows the name before the access check has answered.
  const received = useRooms((all) => listedRoom(roomId)(all)?.display_name);
  const listed = rooms?.find((other) => other.id === roomId);
  const name = (received ?? (room ?? listed)?.display_name)?.trim() || chatTitle;
  const title = roomTitle(name, chatTitle);
  usePageTitle(title);

  const denied = status === 'denied';
  useEffect(() => {
    if (!denied) return;
    const timer = setTimeout(() => navigate(paths.chat, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [denied, navigate]);

  const notices = userStatus?.notices ?? [];
  const modal = (
    <UsernameModal
      open={prompt}
      onClose={() => {
        closeUsernamePrompt();
        navigate(paths.dashboard);
      }}
      onSet={(username) => {
        usernameSet(username);
        askAgain();
      }}
    />
  );

  switch (status) {
    case 'banned':
      return (
        <Outside text={texts.banned}>
          <ButtonLink to={paths.dashboard}>{texts.backToDashboard}</ButtonLink>
        </Outside>
      );
    case 'faceless':
      return (
        <Outside text={texts.faceless} action={{ label: texts.addFace, run: askForFace }}>
          <ButtonLink to={paths.dashboard}>{texts.backToDashboard}</ButtonLink>
        </Outside>
      );
    case 'denied':
      return (
        <Outside text={texts.denied}>
          <p className={s.next}>{texts.deniedNext}</p>
          <ButtonLink to={paths.chat}>{texts.allRooms}</ButtonLink>
        </Outside>
      );
    case 'failed':
      return (
        <Outside text={texts.accessFailed} action={{ label: texts.tryAgain, run: askAgain, busy: asking }}>
          <ButtonLink to={paths.chat} variant="ghost">
            {texts.allRooms}
          </ButtonLink>
        </Outside>
      );
    case 'nameless':
      return (
        <main className={s.closed}>
          <UsernameRequired onSet={openUsernamePrompt} />
          {modal}
        </main>
      );
    default:
      return (
        <>
          <Room
            roomId={roomId}
            title={title}
            name={name}
            closed={room?.read_only === true}
            moderates={userStatus?.isAdmin === true || role === 'admin' || role === 'moderator'}
            mayUpload={userStatus?.isAdmin === true}
            creator={userStatus?.creatorId ?? null}
          />
          {notices.length > 0 && <OfficialNoticeDialog notices={notices} onClose={() => {}} />}
          {modal}
        </>
      );
  }
}

interface OutsideProps {
  text: string;
  action?: { label: string; run: () => void; busy?: boolean };
  children: ReactNode;
}

function Outside({ text, action, children }: OutsideProps) {
  // The room has gone, and what had the focus in it.
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, []);
  return (
    <main className={s.closed}>
      <ErrorState text={text} action={action} />
      {children}
    </main>
  );
}
