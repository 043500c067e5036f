// Narrows the contributions by status and days, and exports what is left.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/net/api';
import type { ContributionFilters } from '@/queries/contributions';
import { statusWords } from '@/rules/money';
import { toast } from '@/stores/toast';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { ContributionStatus } from '@/wire/bodies.gen';
import s from './ContributionsTab.module.css';
import { saveContributions } from './save';
import { texts } from './texts';

export const statuses: { value: ContributionStatus | ''; label: string }[] = [
  { value: '', label: texts.anyStatus },
  ...Object.entries(statusWords).map(([value, label]) => ({ value: value as ContributionStatus, label })),
];

interface FiltersProps {
  filters: ContributionFilters;
  onChange: (filters: ContributionFilters) => void;
  onClear: () => void;
}

export function Filters({ filters, onChange, onClear }: FiltersProps) {
  // Days that contradict each other stay in the fields and ask for nothing.
  const [days, setDays] = useState({ from: filters.from, to: filters.to });
  const wrong = days.from !== '' && days.to !== '' && days.from > days.to;
  const narrowed = filters.status !== '' || days.from !== '' || days.to !== '';

  function changeDays(next: typeof days) {
    setDays(next);
    if (next.from === '' || next.to === '' || next.from <= next.to) onChange({ ...filters, ...next });
  }

  const save = useMutation({
    mutationFn: () => saveContributions(filters),
    onSuccess: () => toast(texts.exportDone, { tone: 'clear' }),
    onError: (failure) => toast(messageOf(failure, texts.exportFailed), { tone: 'alert' }),
  });

  return (
    <search className={s.filters} aria-label={texts.filters}>
      <Select
        label={texts.status}
        options={statuses}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
      <Field
        label={texts.from}
        type="date"
        value={days.from}
        max={days.to || undefined}
        error={wrong ? texts.order : null}
        onChange={(event) => changeDays({ ...days, from: event.target.value })}
      />
      <Field
        label={texts.to}
        type="date"
        value={days.to}
        min={days.from || undefined}
        onChange={(event) => changeDays({ ...days, to: event.target.value })}
      />
      <div className={s.buttons}>
        {narrowed && (
          <Button
            variant="ghost"
            onClick={() => {
              setDays({ from: '', to: '' });
              onClear();
            }}
          >
            {texts.clear}
          </Button>
        )}
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {texts.exportCsv}
        </Button>
      </div>
    </search>
  );
}
