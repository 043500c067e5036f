// Pays a contribution back, whole or in part.
import { texts } from 'texts:admin/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { newId } from '@/net/newId';
import { allContributionsKey, refundContribution } from '@/queries/money/adminContributions';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import type { AdminContribution } from '@/wire/bodies.gen';
import { refundable, whoPaid } from './ContributionTable';

interface RefundDialogProps {
  contribution: AdminContribution;
  onClose: () => void;
}

export function RefundDialog({ contribution, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const restCents = centsOf(refundable(contribution));
  const rest = formatMoney(dollarsOf(restCents));
  const [text, setText] = useState(() => dollarsOf(restCents).toFixed(2));
  const cents = readAmount(text);
  const wrong = cents < 1 || cents > restCents;

  // A second try of the same sum pays nothing back twice.
  const attempt = useRef({ cents: 0, key: '' });
  const refund = useMutation({
    // What is left is paid back without an amount: the server knows it best.
    mutationFn: () => {
      if (attempt.current.cents !== cents) attempt.current = { cents, key: newId() };
      const body = cents === restCents ? {} : { amount: dollarsOf(cents) };
      return refundContribution(contribution.id, body, attempt.current.key);
    },
    onSuccess() {
      toast(texts.refundDone, { tone: 'clear' });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: allContributionsKey }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={texts.refundTitle({ who: whoPaid(contribution) })}
      description={texts.refundText({
        sum: formatMoney(contribution.amount),
        date: formatDate(contribution.at, 'dateOfYear'),
      })}
      cancel={texts.cancel}
      submit={wrong ? texts.refund : texts.refundSum({ sum: formatMoney(dollarsOf(cents)) })}
      danger
      busy={refund.isPending}
      disabled={wrong}
      error={refund.error ? messageOf(refund.error, texts.refundFailed) : null}
      onSubmit={() => refund.mutate()}
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
