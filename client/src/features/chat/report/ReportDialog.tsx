// Reports a message or a member to the administrators.
import { texts } from 'texts:chat/report';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, messageOf } from '@/net/api';
import { noteTooLong } from '@/rules/chat/report';
import { cut } from '@/rules/text';
import { closeReport, type ReportSubject, useReport } from '@/stores/chat/report';
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
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const tooLong = noteTooLong(note);

  const send = useMutation({
    mutationFn: (chosen: ReportReason) => {
      const about = messageId ? { messageId } : { userId };
      const body: SendReport = { ...about, reason: chosen, note: note.trim() };
      return api.post('/chat/report', body);
    },
    onSuccess() {
      closeReport();
      toast(texts.sent, { tone: 'clear' });
    },
    onError(failure) {
      if (!(failure instanceof ApiError) || failure.status !== 409) return;
      closeReport();
      toast(texts.already, { tone: 'info' });
    },
  });

  return (
    <FormDialog
      onClose={closeReport}
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
      <RadioList legend={texts.reason} options={reasons()} value={reason} onChange={setReason} />
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
