// Closes an emergency message with a note.
import { texts } from 'texts:admin/emergency';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/net/api';
import { waitingKey } from '@/queries/desk/waiting';
import { resolve } from '@/queries/emergency';
import { inboxKey } from '@/queries/keys';
import { useDialogDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/Field';
import { focusHeading } from '@/ui/focus';
import { Modal } from '@/ui/LateModal';
import type { EmergencyMessage } from '@/wire/bodies.gen';
import s from './EmergencyTab.module.css';

export function ResolveDialog({ message, onClose }: { message: EmergencyMessage; onClose: () => void }) {
  const client = useQueryClient();
  const [note = '', setNote] = useDialogDraft<string>(`emergency ${message.id}`);
  const close = useMutation({
    mutationFn: () => resolve(message.id, note.trim()),
    onSuccess: ({ message: now }) => {
      // Of two administrators the first is right, and the note of the other is kept nowhere.
      if (now.note !== note.trim()) toast(texts.resolvedAlready, { tone: 'info' });
      void client.invalidateQueries({ queryKey: inboxKey });
      void client.invalidateQueries({ queryKey: waitingKey });
      leave();
    },
  });
  function leave() {
    setNote(undefined);
    onClose();
  }
  return (
    <Modal
      open
      onOpenChange={(open) => !open && !close.isPending && leave()}
      title={texts.resolveTitle}
      // The card goes with the message.
      returnTo={() => {
        if (!close.isPending && !close.isSuccess) return null;
        focusHeading();
        return document.activeElement instanceof HTMLElement ? document.activeElement : null;
      }}
      unsaved={note.trim() !== '' && !close.isPending}
      actions={
        <>
          <Button onClick={leave} disabled={close.isPending}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={close.isPending} onClick={() => close.mutate()}>
            {texts.resolve}
          </Button>
        </>
      }
    >
      <p className={`${s.text} ${s.asked}`}>{message.message}</p>
      <TextArea
        label={texts.note}
        hint={texts.noteHint}
        value={note}
        maxLength={1000}
        error={close.error ? messageOf(close.error, texts.changeFailed) : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  );
}
