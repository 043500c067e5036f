// Asks for the second factor.
import { texts } from 'texts:secondfactor';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { queryClient } from '@/queries/client';
import { proveCode } from '@/queries/secondfactor';
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
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const prove = useMutation({ mutationFn: proveCode, onSuccess: onDone }, queryClient);
  return (
    <FormDialog
      title={texts.dueTitle}
      description={again ? texts.againText : texts.dueText}
      submit={texts.confirm}
      busy={prove.isPending}
      disabled={code.trim() === ''}
      error={prove.error ? messageOf(prove.error, texts.proveFailed) : null}
      onClose={onClose}
      onSubmit={() => prove.mutate(code)}
    >
      <Field
        ref={field}
        label={texts.anyCode}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
    </FormDialog>
  );
}
