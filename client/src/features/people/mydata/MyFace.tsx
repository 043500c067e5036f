// What is kept of the member's face, who has looked at it, and the way to remove it.

import { texts } from 'texts:people/mydata/face';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messageOf } from '@/net/api';
import { configQuery } from '@/queries/config';
import { myFaceQuery, removeMyFace, startFace } from '@/queries/face/myFace';
import { formatDate, formatNumber } from '@/rules/format';
import { paths } from '@/rules/paths';
import { closeSettings } from '@/stores/people/settings';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { ConfirmButton } from '@/ui/ConfirmButton';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import type { FaceConsent, FaceData } from '@/wire/bodies.gen';
import s from './MyDataSheet.module.css';

export function MyFace() {
  const face = useQuery(myFaceQuery);
  return (
    <Section title={texts.title} level={3}>
      <QueryView
        query={face}
        loading={texts.loading}
        skeleton={<Skeleton height="6rem" />}
        failed={texts.failed}
      >
        {(data) => <Kept face={data} />}
      </QueryView>
    </Section>
  );
}

function Kept({ face }: { face: FaceData }) {
  const anything = face.enrolled || face.pictures > 0;
  return (
    <>
      {anything ? <Facts face={face} /> : <p>{texts.none}</p>}
      {face.required && <p className={s.quiet}>{texts.required}</p>}
      <Views views={face.views} />
      {!face.enrolled && <AddFace />}
      {anything && <RemoveFace />}
    </>
  );
}

/** When the member agreed, and to what. */
function consentWords(at: string, consent: FaceConsent | null) {
  const day = formatDate(at, 'full');
  return consent ? texts.consented({ at: day, ...consent }) : day;
}

function Facts({ face }: { face: FaceData }) {
  const facts = [
    face.enrolledAt && [texts.since, formatDate(face.enrolledAt, 'full')],
    face.consentedAt && [texts.consent, consentWords(face.consentedAt, face.consent)],
    [texts.pictures, texts.picturesKept({ count: face.pictures, days: face.picturesDays })],
    face.nextDeletion && [texts.next, formatDate(face.nextDeletion, 'full')],
    face.enrolled && [texts.until, texts.untilDays({ days: face.enrolmentDays })],
    [
      texts.checks,
      face.lastCheck
        ? texts.checked({ count: face.checks, last: formatDate(face.lastCheck, 'full') })
        : formatNumber(face.checks),
    ],
  ].filter((fact) => Array.isArray(fact));
  return (
    <dl className={s.facts}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt className="label">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Views({ views }: { views: FaceData['views'] }) {
  if (views.length === 0) return <p className={s.quiet}>{texts.noViews}</p>;
  return (
    <details className={s.views}>
      <summary>{texts.views({ count: views.length })}</summary>
      <ul>
        {views.map(({ at, by, what }) => (
          <li key={`${at} ${what}`}>
            <time dateTime={at}>{formatDate(at, 'full')}</time>:{' '}
            {texts.view({ by: by ? `@${by}` : texts.anAdministrator, what })}
          </li>
        ))}
      </ul>
    </details>
  );
}

function AddFace() {
  const navigate = useNavigate();
  const { data: config } = useQuery(configQuery);
  const start = useMutation({
    mutationFn: startFace,
    onSuccess() {
      closeSettings();
      void navigate(paths.faceRecognition);
    },
    onError: (failure) => toast(messageOf(failure, texts.addFailed), { tone: 'alert' }),
  });
  if (config?.faceEngine === 'off') return <p className={s.quiet}>{texts.off}</p>;
  return (
    <Button busy={start.isPending} onClick={() => start.mutate()}>
      {texts.add}
    </Button>
  );
}

function RemoveFace() {
  const client = useQueryClient();
  return (
    <ConfirmButton
      label={texts.remove}
      title={texts.removeTitle}
      description={texts.removeText}
      run={() => removeMyFace().then(() => texts.removed)}
      failed={texts.removeFailed}
      onSettled={() => void client.invalidateQueries({ queryKey: myFaceQuery.queryKey })}
    />
  );
}
