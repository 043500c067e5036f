// What the server costs a month, and the day it is due.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import { changeCostSettings, costSettingsQuery } from '@/queries/contributions';
import { formatDate, formatMoney } from '@/rules/format';
import { centsOf, cleanAmount, dollarsOf, readAmount } from '@/rules/money';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { FormDialog } from '@/ui/FormDialog';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { Skeleton } from '@/ui/Skeleton';
import type { AdminServerCost } from '@/wire/bodies.gen';
import { AuditLink } from '../audit/AuditLink';
import s from './ContributionsTab.module.css';
import { texts } from './texts';

export function CostSettings() {
  const query = useQuery(costSettingsQuery);
  const [changing, setChanging] = useState(false);
  return (
    <Section title={texts.cost}>
      <QueryView
        query={query}
        loading={texts.costLoading}
        skeleton={<Skeleton height="4.5rem" />}
        failed={(error) => messageOf(error, texts.costFailed)}
      >
        {(cost) => (
          <div className={s.cost}>
            <dl>
              <Figure term={texts.current} value={formatMoney(cost.currentCost)} />
              <Figure term={texts.base} value={formatMoney(cost.monthlyBase)} />
              <Figure term={texts.resetDay} value={String(cost.resetDay)} />
              <Figure term={texts.nextReset} value={formatDate(cost.nextReset, 'dateOfYear')} />
            </dl>
            <AuditLink subject="server_cost" words={texts.audit} />
            <Button onClick={() => setChanging(true)}>{texts.change}</Button>
            {changing && <ChangeDialog cost={cost} onClose={() => setChanging(false)} />}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="label">{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const lastDay = 28;

function ChangeDialog({ cost, onClose }: { cost: AdminServerCost; onClose: () => void }) {
  const client = useQueryClient();
  const [base, setBase] = useState(() => dollarsOf(centsOf(cost.monthlyBase)).toFixed(2));
  const [day, setDay] = useState(String(cost.resetDay));
  const baseWrong = !/\d/.test(base);
  const dayWrong = !/^\d{1,2}$/.test(day) || Number(day) < 1 || Number(day) > lastDay;

  const change = useMutation({
    mutationFn: () => changeCostSettings({ monthlyBase: dollarsOf(readAmount(base)), resetDay: Number(day) }),
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
      disabled={baseWrong || dayWrong}
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
