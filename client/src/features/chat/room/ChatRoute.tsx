// /chat/{roomId}: who may be here, and the room itself (ROOM-7 to ROOM-10,
// CHAT-33). The socket opens while the door is still being asked: the server
// checks both.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { UsernameModal } from '@/parts/username/UsernameModal';
import { configQuery } from '@/queries/config';
import { standingQuery } from '@/queries/me';
import { accessQuery, roomsQuery } from '@/queries/rooms';
import { chatRoomPath, paths } from '@/rules/paths';
import { roomTitle, validRoomId } from '@/rules/room';
import { useChat } from '@/stores/chat';
import { useLine } from '@/stores/line';
import { enterRoom, leaveChat, nameSet } from '@/stores/live';
import { askForUsername, useNaming, usernameAnswered } from '@/stores/naming';
import { useSession } from '@/stores/session';
import { ButtonLink } from '@/ui/Button';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import { UsernameRequired } from '../rooms/UsernameRequired';
import s from './ChatRoute.module.css';
import { Room } from './Room';

const redirectMs = 3_000; // ROOM-8
const lingerMs = 250;

export function Component() {
  const { roomId = '' } = useParams();
  const config = useQuery(configQuery);
  if (validRoomId(roomId)) return <Door key={roomId} roomId={roomId} />;
  // A link to anything else falls back to the default room (ROOM-9).
  const fallback = config.data?.defaultRoom;
  if (fallback && validRoomId(fallback)) return <Navigate to={chatRoomPath(fallback)} replace />;
  if (config.isError) return <Navigate to={paths.chat} replace />;
  return null;
}

function Door({ roomId }: { roomId: string }) {
  const navigate = useNavigate();
  const { data: config } = useQuery(configQuery);
  const standing = useQuery(standingQuery);
  const access = useQuery(accessQuery(roomId));
  const { data: rooms } = useQuery({ ...roomsQuery, enabled: false });
  const storedName = useSession((session) => session.user?.username);
  const shutOut = useChat((chat) => chat.shutOut);
  const ended = useLine((line) => line.ended);
  const naming = useNaming((n) => n.open);

  const nameless = standing.data ? !standing.data.hasUsername : !storedName;
  const banned = standing.data?.isBanned === true || shutOut === 'banned' || ended === 'banned';
  const denied = access.data?.hasAccess === false || shutOut === 'denied';
  const chatTitle = config?.chatTitle ?? 'Group chat';
  // The list one came from knows the name before the door has answered.
  const listed = rooms?.find((room) => room.id === roomId);
  const name = (access.data?.room ?? listed)?.display_name.trim() || chatTitle;
  const title = roomTitle(name, chatTitle);
  usePageTitle(title);

  const mayEnter = !nameless && !banned && !denied;
  useRoomLine(roomId, mayEnter);

  useEffect(() => {
    if (!denied) return;
    const timer = setTimeout(() => navigate(paths.chat, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [denied, navigate]);

  const modal = (
    <UsernameModal
      open={naming}
      onClose={() => {
        usernameAnswered();
        navigate(paths.dashboard);
      }}
      onSet={(username) => {
        usernameAnswered();
        nameSet(username);
        void standing.refetch();
      }}
    />
  );

  if (banned) {
    return (
      <Closed text="You are currently banned from chat">
        <ButtonLink to={paths.dashboard}>Back to dashboard</ButtonLink>
      </Closed>
    );
  }
  if (denied) {
    return (
      <Closed text="You do not have access to this chat room">
        <p className={s.next}>The list of rooms opens in a moment.</p>
        <ButtonLink to={paths.chat}>All rooms</ButtonLink>
      </Closed>
    );
  }
  if (access.isError) {
    return (
      <main className={s.closed}>
        <ErrorState
          text="Failed to verify room access"
          action={{ label: 'Try again', run: () => void access.refetch(), busy: access.isFetching }}
        />
        <ButtonLink to={paths.chat} variant="ghost">
          All rooms
        </ButtonLink>
      </main>
    );
  }
  if (standing.data && nameless) {
    return (
      <main className={s.closed}>
        <UsernameRequired onSet={askForUsername} />
        {modal}
      </main>
    );
  }
  return (
    <>
      <Room
        roomId={roomId}
        title={title}
        name={name}
        hasName={!nameless}
        isAdmin={standing.data?.isAdmin === true}
        creator={standing.data?.creatorId ?? null}
      />
      {modal}
    </>
  );
}

function Closed({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <main className={s.closed}>
      <ErrorState text={text} />
      {children}
    </main>
  );
}

let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * Holds the line in a room. Going from one room to the next keeps the socket:
 * leaving waits a moment for the next room to open.
 */
function useRoomLine(roomId: string, mayEnter: boolean) {
  useEffect(() => {
    if (!mayEnter) return;
    clearTimeout(leaving);
    if (useChat.getState().roomId !== roomId) enterRoom(roomId);
    return () => {
      clearTimeout(leaving);
      // A denial keeps its reason on screen; the line itself closes.
      leaving = setTimeout(leaveChat, lingerMs);
    };
  }, [roomId, mayEnter]);
}
