// Pays a contribution or a fee back, whole or in part.
import { texts } from 'texts:admin/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { allContributionsKey } from '@/queries/adminKeys';
import { useAttempt } from '@/queries/useAttempt';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { dialogAttempt, useDialogDraft } from '@/stores/desk/formDrafts';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import type { RefundPayment } from '@/wire/bodies.gen';
import { type Payment, refundable } from './paymentColumns';

interface RefundDialogProps {
  title: string;
  /** As it is by now: another administrator may refund it meanwhile. */
  payment: Payment & { id: string };
  /** Pays it back; the same key pays nothing back twice. */
  refund: (body: RefundPayment, key: string) => Promise<unknown>;
  onClose: () => void;
}

export function RefundDialog({ title, payment, refund: send, onClose: close }: RefundDialogProps) {
  const client = useQueryClient();
  const restCents = centsOf(refundable(payment));
  const [wholeCents] = useState(restCents);
  const rest = formatMoney(dollarsOf(restCents));
  const whole = dollarsOf(wholeCents).toFixed(2);
  const about = `refund ${payment.id}`;
  const [text = whole, setText] = useDialogDraft<string>(about);
  const cents = readAmount(text);

  function onClose() {
    setText(undefined);
    close();
  }

  const refund = useMutation({
    // The whole is paid back without an amount: the server knows best what is left. A second press asks for the same.
    mutationFn: useAttempt(
      (asked: number, key) => send(asked === wholeCents ? {} : { amount: dollarsOf(asked) }, key),
      dialogAttempt(about),
    ),
    onSuccess() {
      toast(texts.refundDone, { tone: 'clear' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: allContributionsKey }),
  });

  // One's own refund may be in the list before its answer is here.
  const wrong = !refund.isPending && (cents < 1 || cents > restCents);
  const over = wrong && restCents < 1;
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
      unsaved={text !== whole}
      error={refund.error ? messageOf(refund.error, texts.refundFailed) : null}
      onSubmit={() => refund.mutate(cents)}
    >
      <Field
        label={texts.refundAmount}
        hint={over ? undefined : texts.refundHint({ rest })}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        disabled={refund.isPending}
        error={over ? texts.refundOver : wrong ? texts.refundWrong({ rest }) : null}
        onChange={(event) => {
          setText(cleanAmount(event.target.value));
          refund.reset();
        }}
      />
    </FormDialog>
  );
}
