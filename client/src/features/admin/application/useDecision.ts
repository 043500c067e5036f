// The decision about the application that is shown: what is chosen and typed is kept for
// each until it is sent, also when another is shown meanwhile.
import { texts } from 'texts:admin/application';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '@/net/api';
import { applicationQuery, applicationsKey, decideApplication } from '@/queries/application/review';
import { waitingKey } from '@/queries/desk/waiting';
import { type DecisionStatus, statusOf, takesReason } from '@/rules/application/review';
import { useDialogDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import type { AdminApplication } from '@/wire/bodies.gen';
import { type Draft, isReady } from './DecisionPanel';

interface Sent {
  application: AdminApplication;
  draft: Draft;
  confirm?: boolean;
}

interface Follows {
  /** Hears the newest of an application. */
  learn: (applications: readonly AdminApplication[]) => void;
  /** Hears the id of the application that was decided. */
  onDecided: (id: string) => void;
}

const refusedFor = (failure: Error | null, code: string) =>
  failure instanceof ApiError && failure.status === 409 && failure.code === code;

type Drafts = Readonly<Record<string, Draft>>;

const none: Drafts = {};

export function useDecision(application: AdminApplication | undefined, { learn, onDecided }: Follows) {
  const cache = useQueryClient();
  const [drafts = none, setDrafts] = useDialogDraft<Drafts>('decisions');
  /** Of applications that somebody else has decided meanwhile. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const id = application?.id ?? '';
  const draft = drafts[id];

  const change = useMutation({
    mutationFn: ({ application: { id: applicationId }, draft: { status, reason, version }, confirm }: Sent) =>
      decideApplication({
        applicationId,
        status,
        version,
        ...(takesReason(status) ? { reason: reason.trim() } : {}),
        ...(confirm ? { confirm } : {}),
      }),
    onSuccess(decided) {
      learn([decided]);
      forget(decided.id);
      toast(
        texts.updated({ number: decided.application_number, status: texts.statusWords[statusOf(decided)] }),
        { tone: 'clear' },
      );
      refresh();
      onDecided(decided.id);
    },
    onError(failure, { application: sent }) {
      if (refusedFor(failure, 'application_changed')) void lookAgain(sent);
    },
  });

  function refresh() {
    void cache.invalidateQueries({ queryKey: applicationsKey });
    void cache.invalidateQueries({ queryKey: waitingKey });
  }

  function forget(decided: string) {
    setDrafts(({ [decided]: _, ...others } = none) => others);
    setChanged((all) => new Set([...all].filter((each) => each !== decided)));
  }

  /** Shows what the application has become. What was typed stays, and may be sent for it. */
  async function lookAgain(sent: AdminApplication) {
    refresh();
    const found = await cache.fetchQuery(applicationQuery(sent.id)).catch(() => null);
    if (found) learn([found]);
    const version = found?.version ?? sent.version;
    setChanged((all) => new Set(all).add(sent.id));
    setDrafts((all = none) => {
      const kept = all[sent.id];
      return kept ? { ...all, [sent.id]: { ...kept, version } } : all;
    });
  }

  function choose(status: DecisionStatus) {
    if (!application || application.submitted_at === null || change.isPending) return;
    change.reset();
    setDrafts((all = none) => ({
      ...all,
      [id]: { reason: all[id]?.reason ?? '', status, version: application.version },
    }));
  }

  function type(reason: string) {
    setDrafts((all = none) => {
      const kept = all[id];
      return kept ? { ...all, [id]: { ...kept, reason } } : all;
    });
  }

  function send(confirm?: boolean) {
    if (application && isReady(draft) && !change.isPending) change.mutate({ application, draft, confirm });
  }

  const ofThis = change.variables?.application.id === id;
  const failure = ofThis ? change.error : null;
  const withdrawing =
    ofThis && (refusedFor(failure, 'confirm_withdrawal') || change.variables?.confirm === true);
  const explained = refusedFor(failure, 'confirm_withdrawal') || refusedFor(failure, 'application_changed');
  return {
    draft,
    choose,
    type,
    submit: () => send(),
    /** The acceptance is to be taken back, which is asked first. */
    withdrawing: withdrawing && !change.isSuccess && !refusedFor(failure, 'application_changed'),
    confirm: () => send(true),
    cancel: () => change.reset(),
    /** Nothing of what was chosen and typed is to be sent. */
    discard: () => setDrafts(undefined),
    busy: change.isPending && ofThis,
    error: failure && !explained ? messageOf(failure, texts.updateFailed) : null,
    /** Somebody else has decided since the status was chosen. */
    changed:
      changed.has(id) ||
      (draft !== undefined && application !== undefined && draft.version < application.version),
    unsaved: Object.values(drafts).some(({ reason }) => reason.trim() !== ''),
  };
}
