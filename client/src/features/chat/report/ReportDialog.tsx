// Reports a message or a member to the administrators.
import { texts } from 'texts:chat/report';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api, messageOf } from '@/net/api';
import { noteTooLong } from '@/rules/chat/report';
import { cut } from '@/rules/text';
import { closeReport, type ReportSubject, useReport } from '@/stores/chat/report';
import { reportDraft } from '@/stores/chat/reportDraft';
import { toast } from '@/stores/toast';
import { TextArea } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { RadioList } from '@/ui/RadioList';
import type { ReportReason, SendReport } from '@/wire/bodies.gen';
import s from './ReportDialog.module.css';
import { reasons } from './reportTexts';

const quotedLength = 160;

export default function ReportDialog() {
  const subject = useReport((report) => report.subject);
  return subject && <Dialog key={subject.messageId ?? subject.userId} subject={subject} />;
}

function Dialog({ subject }: { subject: ReportSubject }) {
  const { userId, username, messageId, words } = subject;
  const about = messageId ?? userId;
  const draft = reportDraft.use();
  const { reason, note } = draft.about === about ? draft : { reason: null, note: '' };
  const change = (over: { reason?: ReportReason; note?: string }) =>
    reportDraft.change({ about, reason, note, ...over });
  /** What was written is sent or discarded. */
  function close() {
    if (draft.about === about) reportDraft.reset();
    closeReport();
  }
  const tooLong = noteTooLong(note);

  const send = useMutation({
    mutationFn: (chosen: ReportReason) => {
      const body: SendReport = {
        ...(messageId ? { messageId } : { userId }),
        reason: chosen,
        note: note.trim(),
      };
      return api.post('/chat/report', body);
    },
    onSuccess() {
      close();
      toast(texts.sent, { tone: 'clear' });
    },
    onError(failure) {
      if (!(failure instanceof ApiError) || failure.status !== 409) return;
      close();
      toast(texts.already, { tone: 'info' });
    },
  });

  return (
    <FormDialog
      onClose={close}
      unsaved={note.trim() !== ''}
      title={messageId ? texts.message({ name: username }) : texts.member({ name: username })}
      description={texts.description}
      cancel={texts.keep}
      submit={texts.send}
      danger
      busy={send.isPending}
      disabled={reason === null || tooLong}
      error={send.error ? messageOf(send.error, texts.failed) : null}
      onSubmit={() => reason && send.mutate(reason)}
    >
      {words && (
        <blockquote className={s.quote} dir="auto">
          {cut(words, quotedLength)}
        </blockquote>
      )}
      <RadioList
        legend={texts.reason}
        options={reasons()}
        value={reason}
        onChange={(next) => change({ reason: next })}
      />
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        rows={3}
        value={note}
        error={tooLong ? texts.noteTooLong : null}
        onChange={(event) => change({ note: event.target.value })}
      />
    </FormDialog>
  );
}
