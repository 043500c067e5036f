// What administrators change about a user.
import { texts } from 'texts:admin/desk/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { rankName, rankOf } from '@/rules/rank/ranks';
import { useSession } from '@/stores/session/session';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Section } from '@/ui/Section';
import { Select } from '@/ui/Select';
import type { UserProfile } from '@/wire/bodies.gen';
import { AuditLink } from '../../links/AuditLink';
import { ChatActions } from './ChatActions';
import { PointsForm } from './PointsForm';
import s from './User.module.css';
import { nameOf } from './user';
import { changeAdmin, changeGuardian, changeHonoraryRank, changeSubscription } from './userCalls';

/** A change of one user that says what became of it. */
function useAct(done: string) {
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => toast(done, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.failedAct), { tone: 'alert' }),
  });
}

export function UserActionsTab({ user }: { user: UserProfile }) {
  return (
    <div className={s.part}>
      <ChatActions user={user} />
      <Ranks user={user} />
      <Rights user={user} />
      <Subscription user={user} />
      <Section title={texts.deletion} level={3}>
        <p id="user-deletion-why" className={s.quiet}>
          {texts.deletionText}
        </p>
        <Button className={s.start} variant="danger" disabled aria-describedby="user-deletion-why">
          {texts.deletion}
        </Button>
      </Section>
      <AuditLink subject={user.id} words={texts.audit} />
    </div>
  );
}

function Ranks({ user }: { user: UserProfile }) {
  const act = useAct(texts.done);
  return (
    <Section title={texts.ranks} level={3}>
      <p className={s.quiet}>
        {rankName(rankOf(user.rank))}, {texts.points({ count: user.points })}. {texts.guardianText}
      </p>
      <div className={s.row}>
        <Select
          label={texts.honorary}
          options={[
            { value: '', label: texts.honoraryNone },
            ...(['Corporal', 'Lieutenant'] as const).map((rank) => ({ value: rank, label: rankName(rank) })),
          ]}
          value={user.honorary_rank ?? ''}
          disabled={act.isPending}
          onChange={(rank) => act.mutate(() => changeHonoraryRank(user.id, rank || null))}
        />
        <Button
          busy={act.isPending}
          onClick={() => act.mutate(() => changeGuardian(user.id, !user.is_guardian))}
        >
          {user.is_guardian ? texts.endGuardian : texts.makeGuardian}
        </Button>
      </div>
      <PointsForm user={user} />
    </Section>
  );
}

function Rights({ user }: { user: UserProfile }) {
  const own = useSession(({ user: me }) => me?.id) === user.id;
  const [asking, setAsking] = useState(false);
  // What is asked about, which stays when the user changes meanwhile: an answer may be lost.
  const [give, setGive] = useState(false);
  const change = useMutation({
    mutationFn: (isAdmin: boolean) => changeAdmin(user.id, isAdmin),
    onSuccess(_, isAdmin) {
      toast(isAdmin ? texts.adminMade : texts.adminRemoved, { tone: 'clear' });
      setAsking(false);
    },
  });
  const name = nameOf(user);
  return (
    <Section title={texts.rights} level={3}>
      {own && user.is_admin && <p className={s.quiet}>{texts.ownRight}</p>}
      <Button
        className={s.start}
        variant={user.is_admin ? 'danger' : 'secondary'}
        disabled={own && user.is_admin}
        onClick={() => {
          change.reset();
          setGive(!user.is_admin);
          setAsking(true);
        }}
      >
        {user.is_admin ? texts.removeAdmin : texts.makeAdmin}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={give ? texts.makeTitle({ name }) : texts.removeTitle({ name })}
        description={give ? texts.makeText : texts.removeText}
        confirm={give ? texts.makeAdmin : texts.removeAdmin}
        busy={change.isPending}
        error={change.error ? messageOf(change.error, texts.failedAct) : null}
        onConfirm={() => change.mutate(give)}
      />
    </Section>
  );
}

function Subscription({ user }: { user: UserProfile }) {
  const act = useAct(texts.done);
  const active = user.chat_subscription_active;
  return (
    <Section title={texts.subscription} level={3}>
      <Button
        className={s.start}
        busy={act.isPending}
        onClick={() => act.mutate(() => changeSubscription(user.id, !active))}
      >
        {active ? texts.unsubscribe : texts.subscribe}
      </Button>
    </Section>
  );
}
