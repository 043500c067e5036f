// Changes what the server costs a month, and the day it is due.
import { texts } from 'texts:admin/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { changeCostSettings, costSettingsQuery } from '@/queries/money/adminContributions';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { toast } from '@/stores/toast';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import type { AdminServerCost, ChangeServerCost } from '@/wire/bodies.gen';

const lastDay = 28;

export default function CostDialog({ cost, onClose }: { cost: AdminServerCost; onClose: () => void }) {
  const client = useQueryClient();
  // As it was opened: only what is typed is sent, the other may be changed by somebody else meanwhile.
  const [shown] = useState({ cents: centsOf(cost.monthlyBase), day: cost.resetDay });
  const [base, setBase] = useState(() => dollarsOf(shown.cents).toFixed(2));
  const [day, setDay] = useState(String(shown.day));
  const baseWrong = !/\d/.test(base);
  const dayWrong = !/^\d{1,2}$/.test(day) || Number(day) < 1 || Number(day) > lastDay;

  const cents = readAmount(base);
  const changes: ChangeServerCost = {
    ...(cents !== shown.cents && { monthlyBase: dollarsOf(cents) }),
    ...(Number(day) !== shown.day && { resetDay: Number(day) }),
  };
  const change = useMutation({
    mutationFn: () => changeCostSettings(changes),
    onSuccess({ serverCost }) {
      client.setQueryData(costSettingsQuery.queryKey, serverCost);
      toast(texts.saved, { tone: 'clear' });
      onClose();
    },
  });

  return (
    <FormDialog
      onClose={onClose}
      title={texts.changeTitle}
      description={texts.changeText}
      cancel={texts.cancel}
      submit={texts.save}
      busy={change.isPending}
      disabled={baseWrong || dayWrong || Object.keys(changes).length === 0}
      error={change.error ? messageOf(change.error, texts.saveFailed) : null}
      onSubmit={() => change.mutate()}
    >
      <Field
        label={texts.base}
        hint={texts.baseHint}
        inputMode="decimal"
        autoComplete="off"
        value={base}
        error={baseWrong ? texts.baseWrong : null}
        onChange={(event) => setBase(cleanAmount(event.target.value))}
      />
      <Field
        label={texts.resetDay}
        hint={texts.resetDayHint}
        inputMode="numeric"
        autoComplete="off"
        value={day}
        error={dayWrong ? texts.dayWrong : null}
        onChange={(event) => setDay(event.target.value.replace(/\D/g, ''))}
      />
    </FormDialog>
  );
}
