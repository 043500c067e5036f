// Closes a report with an outcome, which is applied at once, and a note.
import { texts } from 'texts:admin/chat/reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, messageOf } from '@/net/api';
import { reportsKey } from '@/queries/adminKeys';
import { waitingKey } from '@/queries/desk/waiting';
import { noteTooLong } from '@/rules/chat/report';
import { useDialogDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { TextArea } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { focusHeading } from '@/ui/focus';
import { RadioList } from '@/ui/RadioList';
import type { Report, ReportOutcome, ReportRuled, RuleOnReport } from '@/wire/bodies.gen';
import { nameOf } from './ReportCard';
import { outcomes } from './rulingTexts';

export function RuleDialog({ report, onClose: close }: { report: Report; onClose: () => void }) {
  const cache = useQueryClient();
  const [outcome, setOutcome] = useState<ReportOutcome | null>(null);
  const [note = '', setNote] = useDialogDraft<string>(`report ${report.id}`);
  const tooLong = noteTooLong(note);
  const possible = outcomes().filter(({ value }) => value !== 'deleted' || report.message !== null);

  function onClose() {
    setNote(undefined);
    close();
  }

  const rule = useMutation({
    mutationFn: (chosen: ReportOutcome) => {
      const body: RuleOnReport = { outcome: chosen, note: note.trim() };
      return api.post<ReportRuled>(`/admin/reports/${encodeURIComponent(report.id)}`, body);
    },
    onSuccess: () => leave(texts.ruled, 'clear'),
    onError(failure) {
      if (failure instanceof ApiError && failure.status === 409) leave(texts.ruledAlready, 'info');
    },
  });

  function leave(words: string, tone: 'clear' | 'info') {
    toast(words, { tone });
    void cache.invalidateQueries({ queryKey: reportsKey });
    void cache.invalidateQueries({ queryKey: waitingKey });
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      // The card goes with the report.
      returnTo={() => {
        if (rule.isIdle) return null;
        focusHeading();
        return document.activeElement instanceof HTMLElement ? document.activeElement : null;
      }}
      title={texts.ruleTitle({ name: nameOf(report.subject) })}
      description={texts.ruleText}
      cancel={texts.cancel}
      submit={texts.rule}
      busy={rule.isPending}
      disabled={outcome === null || tooLong}
      unsaved={note.trim() !== ''}
      error={rule.error ? messageOf(rule.error, texts.ruleFailed) : null}
      onSubmit={() => outcome && rule.mutate(outcome)}
    >
      <RadioList legend={texts.outcome} options={possible} value={outcome} onChange={setOutcome} />
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        rows={3}
        value={note}
        error={tooLong ? texts.noteTooLong : null}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
