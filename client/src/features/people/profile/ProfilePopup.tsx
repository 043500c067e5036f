// A member's public profile over the screen, opened from every name and picture.
import { texts } from 'texts:people/profile';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '@/net/api';
import { ProfileCard } from '@/parts/people/profile/ProfileCard';
import { publicProfileQuery } from '@/queries/people/publicProfiles';
import { closeProfile, useProfilePopup } from '@/stores/people/profilePopup';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/States';
import { ProfileActions } from './ProfileActions';

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
  if (username === '') return <ErrorState text={texts.noName} />;
  return (
    <QueryView
      query={profile}
      loading={texts.loading}
      skeleton={
        <>
          <Skeleton height="4rem" />
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </>
      }
      failed={failed}
      retry={texts.tryAgain}
    >
      {(shown) => <ProfileCard profile={shown} />}
    </QueryView>
  );
}

function failed(error: Error) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status !== 404) return status === 429 ? texts.limited : texts.failed;
  // Nothing went wrong: there is nothing that may be shown.
  return (
    <div role="status">
      <EmptyState icon={<EyeOff size={32} strokeWidth={1.5} aria-hidden="true" />} title={texts.notFound} />
    </div>
  );
}
