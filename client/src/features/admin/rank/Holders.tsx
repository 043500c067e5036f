// Who has which badges, and taking one back.

import { texts } from 'texts:admin/rank';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { isolated } from '@/languages/isolate';
import { messageOf } from '@/net/api';
import { Tags } from '@/parts/people/member/Tags';
import { badgesKey } from '@/queries/adminKeys';
import { badgeHoldersQuery, removeBadge } from '@/queries/rank/badges';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { BadgeUser } from '@/wire/bodies.gen';
import { AuditLink } from '../links/AuditLink';
import s from './BadgesTab.module.css';
import { nameOf } from './badgeNames';

interface HoldersProps {
  onChoose: (user: BadgeUser) => void;
  /** A member has lost a badge. */
  onChanged: (user: BadgeUser) => void;
}

export function Holders({ onChoose, onChanged }: HoldersProps) {
  const [removing, setRemoving] = useState<{ user: BadgeUser; badge: string } | null>(null);
  const section = useRef<HTMLElement>(null);
  return (
    <Section ref={section} title={texts.listTitle}>
      <List onChoose={onChoose} onRemove={(user, badge) => setRemoving({ user, badge })} />
      {removing && (
        <RemoveDialog
          {...removing}
          onClose={() => setRemoving(null)}
          onRemoved={onChanged}
          returnTo={() => section.current}
        />
      )}
    </Section>
  );
}

interface ListProps {
  onChoose: (user: BadgeUser) => void;
  onRemove: (user: BadgeUser, badge: string) => void;
}

function List({ onChoose, onRemove }: ListProps) {
  const holders = useInfiniteQuery(badgeHoldersQuery);
  return (
    <QueryView
      query={holders}
      items={(page) => page.users}
      loading={texts.listLoading}
      skeleton={
        <>
          <Skeleton height="6rem" />
          <Skeleton height="6rem" />
        </>
      }
      failed={(error) => messageOf(error, texts.listFailed)}
      retry={texts.tryAgain}
      empty={
        <EmptyState
          icon={<BadgeCheck size={32} strokeWidth={1.5} aria-hidden="true" />}
          title={texts.none}
          text={texts.noneText}
        />
      }
      more={texts.more}
    >
      {(users) => (
        <ul className={s.list}>
          {users.map((user) => (
            <li key={user.id} className={s.holder}>
              <div className={s.top}>
                <div className={s.who}>
                  <span className={s.name}>{nameOf(user)}</span>
                  <span className={s.quiet}>
                    {user.username && `${isolated(user.name)} · `}
                    {texts.count({ badges: user.badge_tags.length })} ·{' '}
                    <AuditLink subject={user.id} words={texts.audit} of={nameOf(user)} />
                  </span>
                </div>
                <Button
                  size="small"
                  aria-label={`${texts.give}: ${nameOf(user)}`}
                  onClick={() => onChoose(user)}
                >
                  {texts.give}
                </Button>
              </div>
              <Tags
                tags={user.badge_tags}
                after={({ text }) => (
                  <button
                    type="button"
                    className={s.remove}
                    aria-label={texts.remove({ badge: text, name: nameOf(user) })}
                    onClick={() => onRemove(user, text)}
                  >
                    <X size={14} aria-hidden="true" />
                  </button>
                )}
              />
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

interface RemoveDialogProps {
  user: BadgeUser;
  badge: string;
  onClose: () => void;
  onRemoved: (user: BadgeUser) => void;
  returnTo: () => HTMLElement | null;
}

function RemoveDialog({ user, badge, onClose, onRemoved, returnTo }: RemoveDialogProps) {
  const client = useQueryClient();
  // Its button goes with the badge, a moment later than the dialog.
  const removed = useRef(false);
  const remove = useMutation({
    mutationFn: () => removeBadge({ userId: user.id, badgeText: badge }),
    onSuccess(done) {
      removed.current = true;
      if (done) toast(done.message, { tone: 'clear' });
      onRemoved(done?.user ?? { ...user, badge_tags: user.badge_tags.filter(({ text }) => text !== badge) });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: badgesKey }),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.removeTitle}
      description={texts.removeText({ badge, name: nameOf(user) })}
      confirm={texts.removeDo}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, texts.removeFailed) : null}
      returnTo={() => (removed.current ? returnTo() : null)}
    />
  );
}
