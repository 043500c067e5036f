// What can be done about a member from the profile. Nothing about oneself.
import { AtSign } from 'lucide-react';
import { mentionInDraft } from '@/stores/drafts';
import { useRoom } from '@/stores/room';
import { useSession } from '@/stores/session';
import { Button } from '@/ui/Button';
import { texts } from './texts';

interface ProfileActionsProps {
  username: string;
  /** The popup closes; the focus goes where the action goes on. */
  onLeave: (target: HTMLElement | null) => void;
}

export function ProfileActions({ username, onLeave }: ProfileActionsProps) {
  const own = useSession((session) => session.user?.username?.toLowerCase() === username.toLowerCase());
  const roomId = useRoom((room) => (room.status === 'in' ? room.roomId : null));
  if (own) return null;
  return (
    roomId !== null && (
      <Button
        icon={<AtSign size={17} aria-hidden="true" />}
        onClick={() => {
          mentionInDraft(roomId, username);
          onLeave(document.querySelector<HTMLElement>('main textarea'));
        }}
      >
        {texts.mention}
      </Button>
    )
  );
}
