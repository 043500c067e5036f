// Asks for the second factor.
import { texts } from 'texts:secondfactor';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { hasPasskeys, signWithPasskey, wasDeclined } from '@/net/passkey';
import { queryClient } from '@/queries/client';
import { askPasskey, proveCode, provePasskey, secondFactorsQuery } from '@/queries/secondfactor';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';

interface ProveDialogProps {
  /** It was proven in this session before. */
  again: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function ProveDialog({ again, onClose, onDone }: ProveDialogProps) {
  const [code, setCode] = useState('');
  const prove = useMutation({ mutationFn: proveCode, onSuccess: onDone }, queryClient);
  const mine = useQuery({ ...secondFactorsQuery, enabled: hasPasskeys() }, queryClient);
  const sign = useMutation(
    { mutationFn: async () => provePasskey(await signWithPasskey(await askPasskey())), onSuccess: onDone },
    queryClient,
  );
  const failed = prove.error ?? (sign.error && !wasDeclined(sign.error) ? sign.error : null);
  return (
    <FormDialog
      title={texts.dueTitle}
      description={again ? texts.againText : texts.dueText}
      submit={texts.confirm}
      busy={prove.isPending || sign.isPending}
      disabled={code.trim() === ''}
      fleeting
      error={failed && messageOf(failed, prove.error ? texts.proveFailed : texts.passkeyFailed)}
      onClose={onClose}
      onSubmit={() => {
        sign.reset();
        prove.mutate(code);
      }}
    >
      {mine.data?.factors.some(({ kind }) => kind === 'passkey') && (
        <Button
          variant="primary"
          icon={<KeyRound size={18} aria-hidden="true" />}
          busy={sign.isPending}
          onClick={() => {
            prove.reset();
            sign.mutate();
          }}
        >
          {texts.usePasskey}
        </Button>
      )}
      <Field
        label={texts.anyCode}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
        data-autofocus
        // A code is nothing to ask about before the dialog closes.
        onInput={(event) => event.stopPropagation()}
      />
    </FormDialog>
  );
}
