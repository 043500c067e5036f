// The first minute of a member: username, picture, room, check-in. Shown once; each step and
// all of them can be passed over.
import { texts } from 'texts:welcome';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { StepsPage } from '@/parts/steps/StepsPage';
import { profileQuery, userStatusQuery, welcomed } from '@/queries/people/me';
import { pointsQuery } from '@/queries/rank/points';
import { chatRoomPath, paths } from '@/rules/paths';
import { leaveFirstSteps } from '@/stores/people/firstSteps';
import { useCommunityName } from '@/stores/session/config';
import { toast } from '@/stores/toast';
import type { ListedRoom } from '@/wire/bodies.gen';
import { CheckInStep } from './CheckInStep';
import { NameStep } from './NameStep';
import { PictureStep } from './PictureStep';
import { RoomStep } from './RoomStep';
import { type Step, stepAfter, stepBefore, stepNamed, steps } from './steps';

const words = (): Record<Step, { title: string; lead: string }> => ({
  name: { title: texts.nameTitle, lead: texts.nameLead },
  picture: { title: texts.pictureTitle, lead: texts.pictureLead },
  room: { title: texts.roomTitle, lead: texts.roomLead },
  checkin: { title: texts.checkInTitle, lead: texts.checkInLead },
});

export function Component() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const step = stepNamed(params.get('step'));
  const [room, setRoom] = useState<ListedRoom | null>(null);
  const [leaving, setLeaving] = useState(false);
  const status = useQuery(userStatusQuery).data;
  const profile = useQuery(profileQuery).data;
  const points = useQuery(pointsQuery).data;

  const done: Record<Step, boolean> = {
    name: status?.hasUsername === true,
    picture: Boolean(profile?.profile_picture_url),
    room: room !== null,
    checkin: points?.canCheckIn === false,
  };
  const after = stepAfter(step);
  const before = stepBefore(step);

  async function leave(to: string) {
    setLeaving(true);
    try {
      await welcomed();
    } catch {
      toast(texts.leaveFailed, { tone: 'info' });
    }
    leaveFirstSteps('welcome');
    client.setQueryData(userStatusQuery.queryKey, (held) => held && { ...held, welcomeDue: false });
    void navigate(to, { replace: true });
  }

  const enters = room ? texts.enter({ room: room.display_name || room.name }) : texts.finish;
  return (
    <StepsPage
      name={useCommunityName()}
      step={steps.indexOf(step) + 1}
      steps={steps.length}
      {...words()[step]}
      onBack={before && (() => setParams({ step: before }))}
      onNext={() => {
        if (after) setParams({ step: after });
        else void leave(room ? chatRoomPath(room.id) : paths.dashboard);
      }}
      next={after ? (done[step] ? texts.next : texts.skip) : enters}
      done={done[step]}
      onLeave={() => void leave(paths.dashboard)}
      leave={texts.leave}
      busy={leaving}
    >
      {step === 'name' && <NameStep status={status} onSet={() => setParams({ step: 'picture' })} />}
      {step === 'picture' && <PictureStep profile={profile} />}
      {step === 'room' && <RoomStep room={room} onRoom={setRoom} />}
      {step === 'checkin' && <CheckInStep />}
    </StepsPage>
  );
}
