// Pays a contribution back, whole or in part.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { messageOf } from '@/net/api';
import { allContributionsKey, refundContribution } from '@/queries/contributions';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { newId } from '@/stores/outgoing';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field, FieldError } from '@/ui/Field';
import { Modal } from '@/ui/Modal';
import type { AdminContribution } from '@/wire/bodies.gen';
import s from './ContributionsTab.module.css';
import { refundable, whoPaid } from './ContributionTable';
import { texts } from './texts';

interface RefundDialogProps {
  contribution: AdminContribution;
  onClose: () => void;
}

export function RefundDialog({ contribution, onClose }: RefundDialogProps) {
  const client = useQueryClient();
  const form = useId();
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
  const close = () => !refund.isPending && onClose();

  return (
    <Modal
      open
      onOpenChange={(open) => !open && close()}
      title={texts.refundTitle(whoPaid(contribution))}
      description={texts.refundText(
        formatMoney(contribution.amount),
        formatDate(contribution.at, 'dateOfYear'),
      )}
      actions={
        <>
          <Button onClick={close} disabled={refund.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} variant="danger" busy={refund.isPending} disabled={wrong}>
            {wrong ? texts.refund : texts.refundSum(formatMoney(dollarsOf(cents)))}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={s.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!wrong && !refund.isPending) refund.mutate();
        }}
      >
        <Field
          label={texts.refundAmount}
          hint={texts.refundHint(rest)}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={refund.isPending}
          error={wrong ? texts.refundWrong(rest) : null}
          onChange={(event) => {
            setText(cleanAmount(event.target.value));
            refund.reset();
          }}
        />
        <FieldError error={refund.isError ? messageOf(refund.error, texts.refundFailed) : null} />
      </form>
    </Modal>
  );
}
