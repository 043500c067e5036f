// Adds a passkey: its name, then what the browser asks.
import { texts } from 'texts:secondfactor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { createPasskey, wasDeclined } from '@/net/passkey';
import { queryClient } from '@/queries/client';
import { beginPasskey, confirmPasskey, secondFactorsQuery } from '@/queries/secondfactor';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';

interface PasskeyDialogProps {
  /** Whether there was no factor when the dialog opened. */
  first: boolean;
  onClose: () => void;
  /** With the recovery codes that come with a first factor. */
  onAdded: (codes: readonly string[]) => void;
}

export function PasskeyDialog({ first, onClose, onAdded }: PasskeyDialogProps) {
  const [name, setName] = useState('');
  const add = useMutation(
    {
      mutationFn: async () =>
        confirmPasskey({ answer: await createPasskey(await beginPasskey()), name: name.trim() }, first),
      onSuccess: onAdded,
      onSettled: () => queryClient.invalidateQueries({ queryKey: secondFactorsQuery.queryKey }),
    },
    queryClient,
  );
  return (
    <FormDialog
      title={texts.passkeyTitle}
      description={texts.passkeyText}
      submit={texts.addPasskey}
      busy={add.isPending}
      error={add.error && !wasDeclined(add.error) ? messageOf(add.error, texts.passkeyFailed) : null}
      onClose={onClose}
      onSubmit={() => add.mutate()}
    >
      <Field
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={60}
      />
    </FormDialog>
  );
}
