// Pays a contribution or a fee back, whole or in part.
import { texts } from 'texts:admin/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { allContributionsKey } from '@/queries/adminKeys';
import { useAttempt } from '@/queries/useAttempt';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import type { RefundPayment } from '@/wire/bodies.gen';
import { type Payment, refundable } from './paymentColumns';

interface RefundDialogProps {
  title: string;
  payment: Payment;
  /** Pays it back; the same key pays nothing back twice. */
  refund: (body: RefundPayment, key: string) => Promise<unknown>;
  onClose: () => void;
}

export function RefundDialog({ title, payment, refund: send, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const restCents = centsOf(refundable(payment));
  const rest = formatMoney(dollarsOf(restCents));
  const [text, setText] = useState(() => dollarsOf(restCents).toFixed(2));
  const cents = readAmount(text);
  const wrong = cents < 1 || cents > restCents;

  const refund = useMutation({
    // What is left is paid back without an amount: the server knows it best.
    mutationFn: useAttempt((asked: number, key) =>
      send(asked === restCents ? {} : { amount: dollarsOf(asked) }, key),
    ),
    onSuccess() {
      toast(texts.refundDone, { tone: 'clear' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: allContributionsKey }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={texts.refundText({
        sum: formatMoney(payment.amount),
        date: formatDate(payment.at, 'dateOfYear'),
      })}
      cancel={texts.cancel}
      submit={wrong ? texts.refund : texts.refundSum({ sum: formatMoney(dollarsOf(cents)) })}
      danger
      busy={refund.isPending}
      disabled={wrong}
      error={refund.error ? messageOf(refund.error, texts.refundFailed) : null}
      onSubmit={() => refund.mutate(cents)}
    >
      <Field
        label={texts.refundAmount}
        hint={texts.refundHint({ rest })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={refund.isPending}
        error={wrong ? texts.refundWrong({ rest }) : null}
        onChange={(event) => {
          setText(cleanAmount(event.target.value));
          refund.reset();
        }}
      />
    </FormDialog>
  );
}
