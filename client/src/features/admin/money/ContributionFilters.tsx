// Narrows the contributions by status and days, and exports what is left.
import { texts } from 'texts:admin/money';
import { texts as rulesTexts } from 'texts:money/rules';
import { useState } from 'react';
import type { ContributionFilter } from '@/queries/money/adminContributions';
import { Button } from '@/ui/Button';
import { ExportButton } from '@/ui/ExportButton';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Select';
import type { ContributionStatus } from '@/wire/bodies.gen';
import s from './ContributionsTab.module.css';
import { saveContributions } from './saveContributions';

export const statuses = (): { value: ContributionStatus | ''; label: string }[] => [
  { value: '', label: texts.anyStatus },
  ...Object.entries(rulesTexts.statusWords).map(([value, label]) => ({
    value: value as ContributionStatus,
    label,
  })),
];

interface ContributionFiltersProps {
  filters: ContributionFilter;
  onChange: (filters: ContributionFilter) => void;
  onClear: () => void;
}

export function ContributionFilters({ filters, onChange, onClear }: ContributionFiltersProps) {
  // Days that contradict each other stay in the fields and ask for nothing.
  const [days, setDays] = useState({ from: filters.from, to: filters.to });
  const asked = `${filters.from} ${filters.to}`;
  const [before, setBefore] = useState(asked);
  // Another place was gone to.
  if (before !== asked) {
    setBefore(asked);
    setDays({ from: filters.from, to: filters.to });
  }
  const wrong = days.from !== '' && days.to !== '' && days.from > days.to;
  const narrowed = filters.status !== '' || days.from !== '' || days.to !== '';

  function changeDays(next: typeof days) {
    setDays(next);
    if (next.from === '' || next.to === '' || next.from <= next.to) onChange({ ...filters, ...next });
  }

  return (
    <search className={s.filters} aria-label={texts.filters}>
      <Select
        label={texts.status}
        options={statuses()}
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
        <ExportButton
          label={texts.exportCsv}
          save={() => saveContributions(filters)}
          done={texts.exportDone}
          failed={texts.exportFailed}
        />
      </div>
    </search>
  );
}
