// The profile of one user in five parts.
import { texts } from 'texts:admin/desk/users';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { userProfileQuery } from '@/queries/desk/users';
import { QueryView } from '@/ui/QueryView';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { Tabs } from '@/ui/Tabs';
import { useLeave } from '@/ui/unsaved';
import type { UserProfile } from '@/wire/bodies.gen';
import { useChoice } from '../../address';
import { UserAccessTab } from './UserAccessTab';
import { UserActionsTab } from './UserActionsTab';
import { UserActivityTab } from './UserActivityTab';
import { UserAnalyticsTab } from './UserAnalyticsTab';
import { UserProfileTab } from './UserProfileTab';
import { nameOf } from './user';
import { useDiscard } from './userDrafts';

const parts = () =>
  [
    { value: 'profile', label: texts.profile },
    { value: 'analytics', label: texts.analytics },
    { value: 'activity', label: texts.activity },
    { value: 'access', label: texts.accessPermissions },
    { value: 'actions', label: texts.adminActions },
  ] as const;

/** Of a member who was erased nothing is left to change. */
const partsOf = ({ is_erased }: UserProfile) =>
  parts().filter(({ value }) => !is_erased || (value !== 'access' && value !== 'actions'));

type PartName = ReturnType<typeof parts>[number]['value'];

export function UserModal({ id, onClose }: { id: string; onClose: () => void }) {
  const profile = useQuery(userProfileQuery(id));
  const user = profile.data;
  const open = user ? partsOf(user) : parts();
  const [part, setPart] = useChoice('part', open, 'profile');
  const discard = useDiscard(id);
  return (
    <Sheet
      open
      wide
      onOpenChange={(opened) => {
        if (opened) return;
        discard(part);
        onClose();
      }}
      title={user ? nameOf(user) : texts.user}
      description={
        user
          ? [user.username && `@${user.username}`, user.email, user.phone].filter(Boolean).join(' · ')
          : undefined
      }
      // The table may be another one meanwhile.
      returnTo={() => document.querySelector<HTMLElement>(`[data-user="${CSS.escape(id)}"]`)}
    >
      <QueryView
        query={profile}
        loading={texts.profileLoading}
        skeleton={<Skeleton height="20rem" />}
        failed={(error) => messageOf(error, texts.profileFailed)}
      >
        {(now) => (
          <Parts
            open={open}
            part={part}
            user={now}
            onTurn={(next) => {
              discard(part);
              setPart(next);
            }}
          />
        )}
      </QueryView>
    </Sheet>
  );
}

interface PartsProps {
  open: readonly ReturnType<typeof parts>[number][];
  part: PartName;
  user: UserProfile;
  onTurn: (next: PartName) => void;
}

function Parts({ open, part, user, onTurn }: PartsProps) {
  const leave = useLeave();
  return (
    <Tabs label={texts.parts} tabs={open} value={part} onChange={(next) => leave(() => onTurn(next))}>
      <Part part={part} user={user} />
    </Tabs>
  );
}

function Part({ part, user }: { part: PartName; user: UserProfile }) {
  switch (part) {
    case 'profile':
      return <UserProfileTab user={user} />;
    case 'analytics':
      return <UserAnalyticsTab id={user.id} />;
    case 'activity':
      return <UserActivityTab id={user.id} />;
    case 'access':
      return <UserAccessTab user={user} />;
    case 'actions':
      return <UserActionsTab user={user} />;
  }
}
