// The checks and skips of one member, with every picture that is still kept.
import { texts } from 'texts:admin/face';
import { useQuery } from '@tanstack/react-query';
import { Check, Repeat, SkipForward, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { textNamed } from '@/languages/texts';
import { messageOf } from '@/net/api';
import { faceHistoryQuery, grantRefused } from '@/queries/face/faceViewer';
import { thresholds } from '@/rules/confidence';
import { formatDate, formatPercent } from '@/rules/format';
import { Badge } from '@/ui/Badge';
import { QueryView } from '@/ui/QueryView';
import { Segmented } from '@/ui/Segmented';
import { Sheet } from '@/ui/Sheet';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { FaceCheckShown, FaceHistory, FaceSkipShown, FaceThresholds } from '@/wire/bodies.gen';
import { Confidence } from './Confidence';
import s from './Face.module.css';
import { FacePicture } from './FacePicture';
import { nameOf } from './faceNames';
import { filters } from './faceViewerTexts';
import { LinksLeft } from './LinksLeft';
import { entriesOf, type Filter, filtered } from './select';

interface FaceHistorySheetProps {
  grant: string;
  id: string;
  onClose: () => void;
  onRefused: () => void;
}

export function FaceHistorySheet({ grant, id, onClose, onRefused }: FaceHistorySheetProps) {
  const query = useQuery(faceHistoryQuery(grant, id));
  const refused = grantRefused(query.error);
  useEffect(() => {
    if (refused) onRefused();
  }, [refused, onRefused]);
  const until = query.data?.urlsExpireAt;
  return (
    <Sheet
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={texts.history}
      description={query.data && nameOf(query.data.user)}
    >
      {until && <LinksLeft until={until} busy={query.isFetching} onRenew={() => void query.refetch()} />}
      <QueryView
        query={query}
        loading={texts.loading}
        skeleton={<Skeleton height="24rem" />}
        failed={(error) => messageOf(error, texts.historyFailed)}
      >
        {(history) => <Checks history={history} />}
      </QueryView>
    </Sheet>
  );
}

function Checks({ history }: { history: FaceHistory }) {
  const { enrollment, statistics, user } = history;
  const [filter, setFilter] = useState<Filter>('all');
  const entries = entriesOf(history);
  const shown = filtered(entries, filter);
  const { totalScans, totalVerifications, totalSkips, averageConfidence, passRate } = statistics;
  return (
    <div className={s.history}>
      <div className={s.top}>
        {enrollment && (
          <figure className={s.figure}>
            <FacePicture src={enrollment.imageUrl} alt={texts.pictureOf({ name: nameOf(user) })} />
            <figcaption className={s.quiet}>
              {texts.enrolledPicture}, {formatDate(enrollment.enrolledAt, 'full')}
            </figcaption>
          </figure>
        )}
        <dl className={s.numbers}>
          {[
            [texts.scans, totalScans],
            [texts.checks, totalVerifications],
            [texts.skips, totalSkips],
            [texts.rate, formatPercent(Math.floor(passRate))],
          ].map(([term, value]) => (
            <div key={term}>
              <dt className="label">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt className="label">{texts.confidence}</dt>
            <dd>
              <Confidence value={totalVerifications > 0 ? averageConfidence : null} />
            </dd>
          </div>
        </dl>
      </div>
      <Segmented
        className={s.filter}
        label={texts.filter}
        options={filters()}
        value={filter}
        onChange={setFilter}
      />
      {shown.length === 0 && (
        <EmptyState title={entries.length === 0 ? texts.noHistory : texts.noneFiltered} />
      )}
      <ul className={s.checks} aria-label={texts.history}>
        {shown.map((entry) =>
          'skip' in entry ? (
            <SkipRow key={`skip ${entry.skip.id}`} skip={entry.skip} />
          ) : (
            <CheckRow key={entry.check.id} check={entry.check} />
          ),
        )}
      </ul>
    </div>
  );
}

function CheckRow({ check }: { check: FaceCheckShown }) {
  const { type, imageUrl, timestamp, confidence, possibleReplay, thresholdAnalysis } = check;
  const at = formatDate(timestamp, 'full');
  const enrolled = type === 'enrollment';
  return (
    <li className={s.check}>
      <FacePicture src={imageUrl} alt={texts.pictureAt({ at })} />
      <div className={s.facts}>
        <span className={s.kind}>
          {enrolled ? texts.enrollment : texts.verification}
          {possibleReplay && (
            <Badge tone="alert" icon={<Repeat size={14} aria-hidden="true" />}>
              {texts.replay}
            </Badge>
          )}
        </span>
        <time className={s.quiet} dateTime={timestamp}>
          {at}
        </time>
        {!enrolled && <Confidence value={confidence} />}
        {!enrolled && confidence !== null && <Thresholds analysis={thresholdAnalysis} />}
      </div>
    </li>
  );
}

function SkipRow({ skip: { type, reason, timestamp } }: { skip: FaceSkipShown }) {
  return (
    <li className={s.check}>
      <span className={s.skipped}>
        <SkipForward size={24} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <div className={s.facts}>
        <span className={s.kind}>
          {type === 'enrollment' ? texts.enrollmentSkipped : texts.verificationSkipped}
        </span>
        <time className={s.quiet} dateTime={timestamp}>
          {formatDate(timestamp, 'full')}
        </time>
        <span className={s.quiet}>{textNamed(texts.skipReasons, reason) ?? reason}</span>
      </div>
    </li>
  );
}

function Thresholds({ analysis }: { analysis: FaceThresholds }) {
  return (
    <ul className={s.thresholds} aria-label={texts.thresholds}>
      {thresholds.map((threshold) => {
        const reached = analysis[`at${threshold}`];
        const Mark = reached ? Check : X;
        return (
          <li key={threshold} data-reached={reached}>
            <Mark size={14} aria-hidden="true" />
            <span aria-hidden="true">{threshold}</span>
            <span className="sr-only">
              {reached ? texts.reached({ threshold }) : texts.missed({ threshold })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
