// Sets up an authenticator app: the picture, the first code, then the recovery codes. Who
// cannot go on without a factor may choose a passkey instead.
import { texts } from 'texts:secondfactor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/net/api';
import { hasPasskeys } from '@/net/passkey';
import { queryClient } from '@/queries/client';
import { beginApp, confirmApp, secondFactorsQuery } from '@/queries/secondfactor';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { Modal } from '@/ui/Modal';
import { QueryView } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';
import { PasskeyDialog } from './PasskeyDialog';
import { RecoveryCodes } from './RecoveryCodes';
import s from './SecondFactor.module.css';

interface SetUpDialogProps {
  title?: string;
  description?: string;
  /** Stands before the app, as another way. */
  otherwise?: ReactNode;
  /** Whether there was no factor when the dialog opened. */
  first: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function SetUpDialog({ title, description, otherwise, first, onClose, onDone }: SetUpDialogProps) {
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  // Asked once for each dialog: every answer is another key.
  const app = useQuery(
    {
      queryKey: ['me', 'second-factor-app'],
      queryFn: beginApp,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  const confirm = useMutation(
    {
      mutationFn: (typed: string) => confirmApp(typed, first),
      onSuccess(given) {
        if (given.length === 0) onDone();
        setCodes(given);
      },
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey });
      },
    },
    queryClient,
  );
  if (codes.length > 0) return <CodesDialog codes={codes} onDone={onDone} />;
  return (
    <FormDialog
      title={title ?? texts.setUpTitle}
      description={description}
      submit={texts.confirm}
      busy={confirm.isPending}
      disabled={!app.data || code.trim() === ''}
      error={confirm.error ? messageOf(confirm.error, texts.setUpFailed) : null}
      onClose={onClose}
      onSubmit={() => confirm.mutate(code)}
    >
      {otherwise}
      <p>{texts.setUpText}</p>
      <QueryView
        query={app}
        loading={texts.loading}
        skeleton={<Skeleton height="15rem" />}
        failed={(error) => messageOf(error, texts.setUpFailed)}
      >
        {(begun) => (
          <div className={s.app}>
            <img src={begun.picture} alt={texts.picture} width={240} height={240} />
            <div>
              <p className="label">{texts.key}</p>
              <p className={`${s.key} mono`}>{begun.secret}</p>
              <a href={begun.address}>{texts.openApp}</a>
            </div>
          </div>
        )}
      </QueryView>
      <Field
        label={texts.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
    </FormDialog>
  );
}

interface SetUpRequiredProps {
  onClose: () => void;
  onDone: () => void;
}

/** For an administrator who cannot go on without one. */
export function SetUpRequired({ onClose, onDone }: SetUpRequiredProps) {
  const [byPasskey, setByPasskey] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (codes.length > 0) return <CodesDialog codes={codes} onDone={onDone} />;
  if (byPasskey) {
    return (
      <PasskeyDialog
        first
        onClose={() => setByPasskey(false)}
        onAdded={(given) => (given.length > 0 ? setCodes(given) : onDone())}
      />
    );
  }
  return (
    <SetUpDialog
      title={texts.missingTitle}
      description={texts.missingText}
      first
      otherwise={
        hasPasskeys() && (
          <Button icon={<KeyRound size={18} aria-hidden="true" />} onClick={() => setByPasskey(true)}>
            {texts.addPasskey}
          </Button>
        )
      }
      onClose={onClose}
      onDone={onDone}
    />
  );
}

/** The recovery codes, until they are said to be kept. */
export function CodesDialog({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Modal
      open
      firm
      onOpenChange={() => {}}
      title={texts.codesTitle}
      actions={
        <Button variant="primary" onClick={onDone}>
          {texts.kept}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  );
}
