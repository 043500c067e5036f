// /chat/{roomId}: who may be here, and the room itself. The socket opens while the door is still being asked: the server
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
import { useConnection } from '@/stores/connection';
import { enterRoom, leaveChat, usernameSet } from '@/stores/live';
import { useSession } from '@/stores/session';
import { closeUsernamePrompt, openUsernamePrompt, useUsernamePrompt } from '@/stores/usernamePrompt';
import { ButtonLink } from '@/ui/Button';
import { usePageTitle } from '@/ui/pageTitle';
import { ErrorState } from '@/ui/States';
import { UsernameRequired } from '../rooms/UsernameRequired';
import s from './ChatRoute.module.css';
import { Room } from './Room';

const redirectMs = 3_000;
const lingerMs = 250;

export function Component() {
  const { roomId = '' } = useParams();
  const config = useQuery(configQuery);
  if (validRoomId(roomId)) return <Door key={roomId} roomId={roomId} />;
  // A link to anything else falls back to the default room.
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
  const ended = useConnection((connection) => connection.ended);
  const naming = useUsernamePrompt((n) => n.open);

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
  useRoomConnection(roomId, mayEnter);

  useEffect(() => {
    if (!denied) return;
    const timer = setTimeout(() => navigate(paths.chat, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [denied, navigate]);

  const modal = (
    <UsernameModal
      open={naming}
      onClose={() => {
        closeUsernamePrompt();
        navigate(paths.dashboard);
      }}
      onSet={(username) => {
        closeUsernamePrompt();
        usernameSet(username);
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
        <UsernameRequired onSet={openUsernamePrompt} />
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
 * Holds the connection in a room. Going from one room to the next keeps the socket:
 * leaving waits a moment for the next room to open.
 */
function useRoomConnection(roomId: string, mayEnter: boolean) {
  useEffect(() => {
    if (!mayEnter) return;
    clearTimeout(leaving);
    if (useChat.getState().roomId !== roomId) enterRoom(roomId);
    return () => {
      clearTimeout(leaving);
      // A denial keeps its reason on screen; the connection itself closes.
      leaving = setTimeout(leaveChat, lingerMs);
    };
  }, [roomId, mayEnter]);
}
