// One application over the list: what it says, the decision, and the way to the ones
// before and after it.
import { texts } from 'texts:admin/application';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { messageOf } from '@/net/api';
import { type ApplicationFilter, applicationQuery } from '@/queries/application/review';
import { statusOf } from '@/rules/application/review';
import { paths } from '@/rules/paths';
import { toast } from '@/stores/toast';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Modal } from '@/ui/LateModal';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import type { AdminApplication, Applications } from '@/wire/bodies.gen';
import { DecisionPanel } from './DecisionPanel';
import { Claim, Due, Marks } from './Marks';
import { Related } from './Related';
import s from './Review.module.css';
import { History, Metadata, Stage1, Stage2, Stage3, Stage4 } from './Sections';
import { useAutoAdvance } from './useAutoAdvance';
import { useClaim } from './useClaim';
import { useDecision } from './useDecision';
import { useQueue } from './useQueue';
import { useReviewKeys } from './useReviewKeys';
import { useServerTime } from './useServerTime';
import { Walk } from './Walk';

export interface ReviewProps {
  id: string;
  filter: ApplicationFilter;
  page: number;
  /** The page behind it; undefined until it is there. */
  list: Applications | undefined;
  /** The page was answered, with a failure too. */
  settled: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
}

/** Another application is shown in the place of this one, and what is typed stays. */
const isReview = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname === paths.adminApplications && new URLSearchParams(search).has('application');

/** So many before the end of the queue what follows is asked for. */
const aheadOfEnd = 3;

export function Review({ id, filter, page, list, settled, onShow, onClose }: ReviewProps) {
  const { queue, hasLeft, learn, more, reached } = useQueue(filter, page, list?.applications);
  const at = queue.findIndex((application) => application.id === id);
  const listed = queue[at];
  // A decision of another administrator takes it off the page: what it has become is asked for.
  const takenOff = listed && list && hasLeft(id) && (filter === 'all' || filter === statusOf(listed));
  // One of a later page is not in the list that follows the changes.
  const beyond = listed && list && !list.applications.some((one) => one.id === id);
  const elsewhere = useQuery({
    ...applicationQuery(id),
    enabled: settled && (!listed || takenOff || beyond),
    // Its page was read a moment ago.
    ...(beyond && !takenOff && { staleTime: Number.POSITIVE_INFINITY }),
  });
  const found = elsewhere.data ?? undefined;
  const application = listed && !(found && found.version > listed.version) ? listed : found;
  const [autoAdvance, setAutoAdvance] = useAutoAdvance();
  const decision = useDecision(application, {
    learn,
    onDecided: (decided) => autoAdvance && decided === shownId.current && void walk(1),
  });
  const claim = useClaim(application);
  const top = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const reasonBox = useRef<HTMLTextAreaElement>(null);
  const shownId = useRef(id);
  shownId.current = id;

  const next = queue[at + 1];
  const pages = list?.pagination.totalPages ?? 0;
  useEffect(() => {
    if (at < 0 || at < queue.length - aheadOfEnd || reached.current >= pages) return;
    more().catch(() => {}); // walking on says so
  });
  useNextPhoto(next);
  useTopOf(top, id);

  async function walk(by: 1 | -1) {
    if (at < 0) return;
    const known = queue[at + by];
    if (known) return onShow(known.id);
    if (by === -1) return;
    try {
      const following = await more();
      // One may have walked elsewhere meanwhile.
      if (shownId.current !== id) return;
      if (following) onShow(following.id);
      else toast(texts.last, { tone: 'info' });
    } catch {
      toast(texts.moreFailed, { tone: 'alert' });
    }
  }

  useReviewKeys(top, {
    walk: (by) => void walk(by),
    choose: decision.choose,
    reason: () => reasonBox.current?.focus(),
    submit: decision.submit,
  });

  const view = (shown: AdminApplication | null) =>
    shown === null ? (
      <EmptyState title={texts.notFound} />
    ) : (
      <div className={s.columns}>
        <Reading application={shown} />
        <DecisionPanel
          ref={panel}
          application={shown}
          autoAdvance={autoAdvance}
          onAutoAdvance={setAutoAdvance}
          draft={decision.draft}
          changed={decision.changed}
          busy={decision.busy}
          error={decision.error}
          reasonBox={reasonBox}
          onChoose={decision.choose}
          onReason={decision.type}
          onSubmit={decision.submit}
        />
      </div>
    );

  return (
    <Modal
      open
      wide="columns"
      unsaved={decision.unsaved}
      staysAt={isReview}
      onOpenChange={(open) => {
        if (open) return;
        decision.discard();
        onClose();
      }}
      title={application?.application_number ?? texts.one}
      description={application && <Heading application={application} claim={claim} />}
      returnTo={() => document.querySelector<HTMLElement>(`[data-application="${CSS.escape(id)}"]`)}
      actions={
        <Walk
          name={application?.full_name ?? null}
          at={at}
          count={queue.length}
          onWalk={(by) => void walk(by)}
          onDecision={() => panel.current?.scrollIntoView({ block: 'start' })}
        />
      }
    >
      <div ref={top}>
        {listed && application ? (
          view(application)
        ) : (
          <QueryView
            query={elsewhere}
            loading={texts.reviewLoading}
            skeleton={<Skeleton height="24rem" />}
            failed={(error) => messageOf(error, texts.reviewFailed)}
          >
            {view}
          </QueryView>
        )}
      </div>
      {application && decision.withdrawing && (
        <ConfirmDialog
          open
          title={texts.withdrawTitle({ number: application.application_number })}
          description={texts.withdrawText}
          confirm={texts.withdraw}
          cancel={texts.cancel}
          busy={decision.busy}
          error={decision.error}
          onConfirm={decision.confirm}
          onClose={decision.cancel}
        />
      )}
    </Modal>
  );
}

interface HeadingProps {
  application: AdminApplication;
  claim: AdminApplication['claimed_by'];
}

function Heading({ application, claim }: HeadingProps) {
  const now = useServerTime();
  return (
    <span className={s.heading}>
      <span>{application.full_name ?? application.email}</span>
      <Marks application={application} />
      <Due application={application} now={now} />
      <Claim claim={claim} />
    </span>
  );
}

function Reading({ application }: { application: AdminApplication }) {
  return (
    <div className={s.sections}>
      {application.unreadable && <p className={s.changed}>{texts.unreadableText}</p>}
      <Stage1 application={application} />
      <Stage2 application={application} />
      <Stage3 application={application} />
      <Stage4 application={application} />
      <Metadata application={application} />
      <History application={application} />
      <Related application={application} />
    </div>
  );
}

/** Fetches the photo of the application that comes next, so that it opens with it. */
function useNextPhoto(next: AdminApplication | undefined) {
  const url = next?.photo_url;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}

/** Each application begins at its top, with the keys at work. */
function useTopOf(top: RefObject<HTMLElement | null>, id: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another application is shown
  useEffect(() => {
    const { activeElement } = document;
    // Its button may be gone or disabled.
    if (activeElement === document.body || activeElement?.matches(':disabled'))
      top.current?.closest<HTMLElement>('[role="dialog"]')?.focus();
    top.current?.scrollIntoView?.({ block: 'start' });
  }, [id]);
}
