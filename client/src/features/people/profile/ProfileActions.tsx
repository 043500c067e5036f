// What can be done about a member from the profile: mention, ignore, report.
// Nothing about oneself, nor about a name that no member has: one who was erased, say.
import { texts } from 'texts:people/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { AtSign, Ear, EarOff, Flag } from 'lucide-react';
import { messageOf } from '@/net/api';
import { useMember } from '@/parts/people/member/useMember';
import { ignoredQuery } from '@/queries/chat/ignored';
import { ignoreMember, isIgnored, unignoreMember, useIgnored } from '@/stores/chat/ignored';
import { openReport } from '@/stores/chat/report';
import { profilePictureOf, useProfilePictures } from '@/stores/people/profilePictures';
import { mentionInDraft } from '@/stores/room/drafts';
import { useRoom } from '@/stores/room/room';
import { useSession } from '@/stores/session/session';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import s from './ProfilePopup.module.css';

interface ProfileActionsProps {
  username: string;
  /** The popup closes; the focus goes where the action goes on. */
  onLeave: (target?: HTMLElement | null) => void;
}

export function ProfileActions({ username, onLeave }: ProfileActionsProps) {
  const own = useSession((session) => session.user?.username?.toLowerCase() === username.toLowerCase());
  // A private profile shows nothing, its name can still be ignored and reported.
  const userId = useMember(username)?.user_id;
  const nobody = useProfilePictures((all) => profilePictureOf(username)(all) === null);
  if (own || nobody) return null;
  return (
    <div className={s.actions}>
      <Mention username={username} onLeave={onLeave} />
      {userId && (
        <>
          <Ignore userId={userId} username={username} />
          <Button
            icon={<Flag size={17} aria-hidden="true" />}
            onClick={() => {
              onLeave();
              // The popup gives the focus back first.
              requestAnimationFrame(() => openReport({ userId, username }));
            }}
          >
            {texts.report}
          </Button>
        </>
      )}
    </div>
  );
}

function Mention({ username, onLeave }: ProfileActionsProps) {
  const roomId = useRoom((room) => (room.status === 'in' ? room.roomId : null));
  if (roomId === null) return null;
  return (
    <Button
      icon={<AtSign size={17} aria-hidden="true" />}
      onClick={() => {
        mentionInDraft(roomId, username);
        onLeave(document.querySelector<HTMLElement>('main textarea'));
      }}
    >
      {texts.mention}
    </Button>
  );
}

function Ignore({ userId, username }: { userId: string; username: string }) {
  useQuery(ignoredQuery);
  const ignored = useIgnored(isIgnored(userId));
  const change = useMutation({
    mutationFn: (hide: boolean) => (hide ? ignoreMember(userId, username) : unignoreMember(userId)),
    onSuccess: (_, hide) =>
      toast(hide ? texts.ignored({ name: username }) : texts.unignored({ name: username }), {
        tone: 'clear',
      }),
    onError: (failure) => toast(messageOf(failure, texts.ignoreFailed), { tone: 'alert' }),
  });
  return (
    <Button
      icon={ignored ? <Ear size={17} aria-hidden="true" /> : <EarOff size={17} aria-hidden="true" />}
      busy={change.isPending}
      onClick={() => change.mutate(!ignored)}
    >
      {ignored ? texts.unignore : texts.ignore}
    </Button>
  );
}
