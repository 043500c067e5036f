// A member's public profile over the screen, opened from every name and picture.
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '@/net/api';
import { ProfileCard } from '@/parts/profile/ProfileCard';
import { publicProfileQuery } from '@/queries/profiles';
import { closeProfile, useProfilePopup } from '@/stores/profile';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { ProfileActions } from './ProfileActions';
import s from './ProfilePopup.module.css';
import { texts } from './texts';

export default function ProfilePopup() {
  const username = useProfilePopup((popup) => popup.username);
  // Set by an action that goes on elsewhere.
  const returnTo = useRef<HTMLElement | null>(null);
  if (username === null) return null;
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && closeProfile()}
      title={username === '' ? texts.title : `@${username}`}
      returnTo={() => returnTo.current}
      actions={
        username !== '' && (
          <ProfileActions
            username={username}
            onLeave={(target) => {
              returnTo.current = target ?? null;
              closeProfile();
            }}
          />
        )
      }
    >
      <Body key={username} username={username} />
    </Sheet>
  );
}

function Body({ username }: { username: string }) {
  const profile = useQuery(publicProfileQuery(username));
  if (profile.data) return <ProfileCard profile={profile.data} />;
  if (username === '') return <ErrorState text={texts.noName} />;
  if (profile.isError) {
    const { text, again } = failureOf(profile.error);
    // Nothing went wrong: there is nothing that may be shown.
    if (text === texts.notFound)
      return (
        <div role="status">
          <EmptyState icon={<EyeOff size={32} strokeWidth={1.5} aria-hidden="true" />} title={text} />
        </div>
      );
    return (
      <ErrorState
        text={text}
        action={
          again
            ? { label: texts.tryAgain, run: () => void profile.refetch(), busy: profile.isFetching }
            : undefined
        }
      />
    );
  }
  return (
    <div className={s.loading} role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton height="4rem" />
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </div>
  );
}

/** The sentence by the answer's status, and whether asking again may help. */
function failureOf(error: Error): { text: string; again: boolean } {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) return { text: texts.notFound, again: false };
  if (status === 429) return { text: texts.limited, again: true };
  return { text: texts.failed, again: true };
}
