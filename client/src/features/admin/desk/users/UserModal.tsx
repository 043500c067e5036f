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
import { UserProfileTab, useNotesDraft } from './UserProfileTab';
import { nameOf } from './user';

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
  const [, writeNotes] = useNotesDraft(id);
  return (
    <Sheet
      open
      wide
      onOpenChange={(open) => {
        if (open) return;
        writeNotes(undefined);
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
        {(now) => <Parts user={now} />}
      </QueryView>
    </Sheet>
  );
}

function Parts({ user }: { user: UserProfile }) {
  const open = partsOf(user);
  const [part, setPart] = useChoice('part', open, 'profile');
  const leave = useLeave();
  const [, writeNotes] = useNotesDraft(user.id);
  const turn = (next: PartName) =>
    leave(() => {
      writeNotes(undefined);
      setPart(next);
    });
  return (
    <Tabs label={texts.parts} tabs={open} value={part} onChange={turn}>
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
