// The first minute of a community: its name, the first room, who may apply, how mail leaves.
// Shown to an administrator once; each step and all of them can be passed over.
import { texts } from 'texts:admin/community';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '@/net/api';
import { StepsPage } from '@/parts/steps/StepsPage';
import { adminRoomsQuery } from '@/queries/chat/adminRooms';
import { communityQuery } from '@/queries/community';
import { userStatusQuery } from '@/queries/people/me';
import { paths } from '@/rules/paths';
import type { CommunityDraft } from '@/stores/desk/formDrafts';
import { leaveFirstSteps } from '@/stores/people/firstSteps';
import { useCommunityName } from '@/stores/session/config';
import { toast } from '@/stores/toast';
import { FieldError } from '@/ui/Field';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { RoomWords } from '../chat/rooms/RoomWords';
import { updateRoom } from '../chat/rooms/roomCalls';
import { RightLost } from '../RightLost';
import { changeCommunity } from './changeCommunity';
import { changeOf, draftOf } from './drafts';
import { IntakePart, MailPart, NamePart, SupportPart } from './Parts';

const steps = ['name', 'room', 'intake', 'mail'] as const;
type Step = (typeof steps)[number];

const words = (): Record<Step, { title: string; lead: string }> => ({
  name: { title: texts.nameTitle, lead: texts.nameLead },
  room: { title: texts.roomTitle, lead: texts.roomLead },
  intake: { title: texts.intakeTitle, lead: texts.intakeLead },
  mail: { title: texts.mailTitle, lead: texts.mailLead },
});

// The loader has just asked; a refused call has it asked again (queries/client.ts).
const freshMs = 30_000;

export function Component() {
  const { data: status } = useQuery({ ...userStatusQuery, staleTime: freshMs });
  return status && !status.isAdmin ? <RightLost /> : <Steps />;
}

function Steps() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const step = steps.find((one) => one === params.get('step')) ?? 'name';
  const at = steps.indexOf(step);
  const after = steps[at + 1];
  const before = steps[at - 1];
  const settings = useQuery(communityQuery);
  const room = useQuery(adminRoomsQuery).data?.find((one) => one.is_default);
  const [typed, setTyped] = useState<Partial<CommunityDraft>>({});
  const [roomTyped, setRoomTyped] = useState<{ display_name?: string; description?: string }>({});
  const [leaving, setLeaving] = useState(false);

  const draft = settings.data && { ...draftOf(settings.data), ...typed };
  const change = draft && settings.data && changeOf(draft, settings.data);
  const roomChange =
    room &&
    ((roomTyped.display_name ?? room.display_name) !== room.display_name ||
      (roomTyped.description ?? room.description) !== room.description);
  const dirty = Boolean(change) || Boolean(roomChange);

  const save = useMutation({
    mutationFn: async () => {
      if (change) await changeCommunity(change);
      if (room && roomChange) await updateRoom(room.id, roomTyped);
    },
    onSuccess: () => {
      setTyped({});
      setRoomTyped({});
      if (after) setParams({ step: after });
      else void leave();
    },
  });

  async function leave() {
    setLeaving(true);
    try {
      await changeCommunity({ setUp: true });
    } catch {
      toast(texts.leaveFailed, { tone: 'info' });
    }
    leaveFirstSteps('setup');
    client.setQueryData(userStatusQuery.queryKey, (held) => held && { ...held, setupDue: false });
    void navigate(paths.dashboard, { replace: true });
  }

  return (
    <StepsPage
      name={useCommunityName()}
      step={at + 1}
      steps={steps.length}
      {...words()[step]}
      onBack={before && (() => setParams({ step: before }))}
      onNext={() => {
        if (dirty) save.mutate();
        else if (after) setParams({ step: after });
        else void leave();
      }}
      next={dirty ? texts.saveNext : after ? texts.next : texts.finish}
      done
      onLeave={() => void leave()}
      leave={texts.leave}
      busy={leaving || save.isPending}
    >
      <QueryView
        query={settings}
        loading={texts.title}
        skeleton={<Skeleton height="8rem" />}
        failed={texts.loadFailed}
      >
        {(loaded) => {
          const part = {
            settings: loaded,
            draft: { ...draftOf(loaded), ...typed },
            onChange: (next: Partial<CommunityDraft>) => {
              save.reset();
              setTyped((held) => ({ ...held, ...next }));
            },
          };
          if (step === 'name') return <NamePart {...part} />;
          if (step === 'intake') return <IntakePart {...part} />;
          if (step === 'room')
            return room ? (
              <RoomWords
                displayName={roomTyped.display_name ?? room.display_name}
                onDisplayName={(display_name) => setRoomTyped((held) => ({ ...held, display_name }))}
                description={roomTyped.description ?? room.description}
                onDescription={(description) => setRoomTyped((held) => ({ ...held, description }))}
              />
            ) : (
              <Skeleton height="8rem" />
            );
          return (
            <>
              <MailPart settings={loaded} />
              <SupportPart {...part} />
            </>
          );
        }}
      </QueryView>
      <FieldError error={save.error ? messageOf(save.error, texts.saveFailed) : null} />
    </StepsPage>
  );
}
