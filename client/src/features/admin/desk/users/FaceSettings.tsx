// Whether sign-in asks for a user's face, and what is known of it.
import { texts } from 'texts:admin/desk/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { configQuery } from '@/queries/config';
import { formatDate } from '@/rules/format';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { Section } from '@/ui/Section';
import type { UserProfile } from '@/wire/bodies.gen';
import s from './User.module.css';
import { isEnrolled, nameOf } from './user';
import { changeFaceRequired, removeFace, resetFaceAttempts } from './userCalls';

export function FaceSettings({ user }: { user: UserProfile }) {
  const { data: config } = useQuery(configQuery);
  const require = useMutation({
    mutationFn: (required: boolean) => changeFaceRequired(user.id, required),
    onSuccess: () => toast(texts.done, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.failedAct), { tone: 'alert' }),
  });
  const reset = useMutation({
    mutationFn: () => resetFaceAttempts(user.id),
    onSuccess: (failed) => toast(texts.attemptsReset({ count: failed }), { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.failedAct), { tone: 'alert' }),
  });
  return (
    <Section title={texts.face} level={3}>
      <p>{faceState(user)}</p>
      <Checkbox
        label={texts.faceRequire}
        hint={config?.faceEngine === 'off' ? texts.faceOff : undefined}
        checked={user.face_required}
        disabled={require.isPending}
        onChange={(event) => require.mutate(event.currentTarget.checked)}
      />
      <div className={s.row}>
        <Button busy={reset.isPending} onClick={() => reset.mutate()}>
          {texts.resetAttempts}
        </Button>
        <ConfirmButton
          label={texts.removeFace}
          title={texts.removeFaceTitle({ name: nameOf(user) })}
          description={texts.removeFaceText}
          run={() => removeFace(user.id).then((removed) => (removed ? texts.faceRemoved : texts.faceNothing))}
          failed={texts.failedAct}
        />
      </div>
    </Section>
  );
}

/** What is known of a user's face, in one line. */
function faceState(user: UserProfile) {
  const { face_enrollment_date: enrolled, last_face_scan: last } = user;
  return [
    isEnrolled(user) ? texts.faceEnrolled : texts.faceNone,
    enrolled && texts.faceSince({ when: formatDate(enrolled, 'dateOfYear') }),
    texts.faceScans({ count: user.face_scan_count }),
    last && texts.faceLast({ when: formatDate(last, 'full') }),
    texts.faceSkips({ count: user.face_verification_skip_count }),
    texts.faceFailed({ count: user.face_failed_attempts }),
  ]
    .filter(Boolean)
    .join(' · ');
}
