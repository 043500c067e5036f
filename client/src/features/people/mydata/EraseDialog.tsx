// Asks twice before a member is erased: once in words, once by its own name.
import { texts } from 'texts:people/mydata';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '@/net/api';
import { eraseMe, erasureQuery } from '@/queries/people/mydata';
import { useSession } from '@/stores/session/session';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Modal } from '@/ui/Modal';
import s from './MyDataSheet.module.css';

export function EraseDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useId();
  const [sure, setSure] = useState(false);
  const [typed, setTyped] = useState('');
  const user = useSession((session) => session.user);
  const name = user?.username ?? user?.email ?? user?.phone ?? '';
  const erase = useMutation({
    mutationFn: eraseMe,
    onSuccess(eraseAt) {
      client.setQueryData(erasureQuery.queryKey, eraseAt);
      toast(texts.asked, { tone: 'info' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!erase.isPending && typed.trim() !== '') erase.mutate(typed.trim());
  }
  return (
    <Modal
      open
      onOpenChange={(open) => !open && !erase.isPending && onClose()}
      title={sure ? texts.sureTitle : texts.askTitle}
      description={sure ? texts.sureText({ name }) : texts.askText}
      actions={
        <>
          <Button onClick={onClose} disabled={erase.isPending}>
            {texts.cancel}
          </Button>
          {sure ? (
            <Button
              key="sure"
              type="submit"
              form={form}
              variant="danger"
              busy={erase.isPending}
              disabled={typed.trim() === ''}
            >
              {texts.sureDo}
            </Button>
          ) : (
            <Button key="on" variant="danger" onClick={() => setSure(true)}>
              {texts.askOn}
            </Button>
          )}
        </>
      }
    >
      {sure && (
        <form id={form} className={s.confirm} onSubmit={submit}>
          <Field
            label={user?.username ? texts.sureLabel : texts.sureLabelNameless}
            value={typed}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={erase.error ? messageOf(erase.error, texts.eraseFailed) : null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      )}
    </Modal>
  );
}
