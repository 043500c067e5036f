// Asks before an encrypted message goes, with its code and its files.

import { texts } from 'texts:admin/encrypted';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { decryptListKey } from '@/queries/adminKeys';
import { deleteDecrypt } from '@/queries/encrypted';
import { toast } from '@/stores/toast';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import type { DecryptMessage } from '@/wire/bodies.gen';

interface DeleteMessageDialogProps {
  message: DecryptMessage | null;
  onClose: () => void;
}

export function DeleteMessageDialog({ message, onClose }: DeleteMessageDialogProps) {
  const client = useQueryClient();
  // The words stay while the dialog leaves.
  const [shown, setShown] = useState(message);
  if (message && message !== shown) setShown(message);
  const remove = useMutation({
    mutationFn: deleteDecrypt,
    // Its row has gone when the dialog closes, so that the focus is not given to its button.
    onSuccess: async (reply) => {
      await client.invalidateQueries({ queryKey: decryptListKey });
      if (reply) toast(reply.message, { tone: 'clear' });
      close();
    },
    onError: () => client.invalidateQueries({ queryKey: decryptListKey }),
  });

  function close() {
    remove.reset();
    onClose();
  }

  return (
    <ConfirmDialog
      open={message !== null}
      onClose={close}
      title={texts.deleteTitle({ code: shown?.code ?? '' })}
      description={texts.deleteText}
      confirm={texts.delete}
      onConfirm={() => message && remove.mutate(message.id)}
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error, texts.deleteFailed) : null}
    />
  );
}
