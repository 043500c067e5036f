// /chat: the rooms a member may enter.
import { texts } from 'texts:chat';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, AtSign, MessagesSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { roomsQuery } from '@/queries/chat/rooms';
import { configQuery } from '@/queries/config';
import { bannedAgainMs, userStatusQuery } from '@/queries/people/me';
import { brandName } from '@/rules/brand';
import { paths } from '@/rules/paths';
import { usernameSet } from '@/stores/frames/roomSession';
import { Button } from '@/ui/Button';
import { IconButton, IconLink } from '@/ui/IconButton';
import { whenOpen } from '@/ui/onDemand';
import { usePageTitle } from '@/ui/pageTitle';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import s from './ChatListRoute.module.css';
import { RoomList } from './RoomList';
import { roomsFailure } from './roomsFailure';
import { UsernameRequired } from './UsernameRequired';

const UsernameModal = whenOpen(() => import('@/parts/people/username/UsernameModal'));
const MentionsSheet = whenOpen(() => import('./MentionsSheet'));

const roomsAgainMs = 5_000;

export function Component() {
  const [mentions, setMentions] = useState(false);
  const { data: config } = useQuery(configQuery);
  const title = brandName(config?.chatTitle, 'Group Chat', texts.chatTitle);
  usePageTitle(title);
  return (
    <main className={s.page}>
      <header className={s.header}>
        <IconLink
          to={paths.dashboard}
          label={texts.backToDashboard}
          icon={<ArrowLeft size={20} aria-hidden="true" />}
        />
        <h1 className={s.title}>{title}</h1>
        <IconButton
          className={s.mentions}
          label={texts.mentionsTitle}
          icon={<AtSign size={20} aria-hidden="true" />}
          onClick={() => setMentions(true)}
        />
      </header>
      <Content />
      <MentionsSheet open={mentions} onClose={() => setMentions(false)} />
    </main>
  );
}

function Content(): ReactNode {
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState(false);
  const userStatus = useQuery(userStatusQuery);
  const rooms = useQuery({
    ...roomsQuery,
    enabled: userStatus.data?.hasUsername !== false && !userStatus.data?.isBanned,
    // No room is open, so no frame brings news of the rooms. A list that loaded once is
    // loaded again also after a failure.
    refetchInterval: ({ state }) => (state.data ? roomsAgainMs : false),
  });

  if (userStatus.data && !userStatus.data.hasUsername) {
    return (
      <>
        <UsernameRequired onSet={() => setPrompt(true)} />
        <UsernameModal
          open={prompt}
          onClose={() => navigate(paths.dashboard)}
          onSet={(username) => {
            setPrompt(false);
            usernameSet(username);
            void userStatus.refetch();
          }}
        />
      </>
    );
  }
  if (userStatus.data?.isBanned) return <Banned />;
  return (
    <QueryView
      query={rooms}
      loading={texts.loadingRooms}
      skeleton={['a', 'b', 'c'].map((id) => <Skeleton key={id} height="4rem" />)}
      failed={roomsFailure}
      retry={texts.tryAgain}
      empty={
        <EmptyState
          icon={<MessagesSquare size={28} aria-hidden="true" />}
          title={texts.noRooms}
          text={texts.noRoomsNext}
          action={<Button onClick={() => void rooms.refetch()}>{texts.lookAgain}</Button>}
        />
      }
    >
      {(listed) => <RoomList rooms={listed} />}
    </QueryView>
  );
}

function Banned() {
  useQuery({ ...userStatusQuery, refetchInterval: bannedAgainMs });
  return <ErrorState text={texts.banned} />;
}
