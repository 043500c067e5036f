// Narrows the audit log, and exports what is left. A field counts when it is left
// or Enter is pressed.
import { texts } from 'texts:admin/desk/audit';
import { type FormEvent, useState } from 'react';
import type { AuditFilter } from '@/queries/desk/audit';
import { Button } from '@/ui/Button';
import { ExportButton } from '@/ui/ExportButton';
import { Field } from '@/ui/Field';
import { Select } from '@/ui/Select';
import { useMedia } from '@/ui/useMedia';
import s from './Audit.module.css';
import { actionName } from './auditTexts';
import { saveAudit } from './saveAudit';

const nothing: AuditFilter = { q: '', action: '', actor: '', subject: '', from: '', to: '' };

interface AuditFiltersProps {
  filters: AuditFilter;
  /** That the log holds. */
  actions: readonly string[];
  onChange: (filters: AuditFilter) => void;
}

/** Everything, the two kinds, and each action by its name; what is chosen is always among them. */
function actionOptions(actions: readonly string[], chosen: string) {
  const named = [...new Set([...actions, chosen])].filter((action) => action && !(action in texts.kinds));
  return [
    { value: '', label: texts.everything },
    ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
    ...named.map((value) => ({ value, label: actionName(value) })),
  ];
}

export function AuditFilters({ filters, actions, onChange }: AuditFiltersProps) {
  const [typed, setTyped] = useState(filters);
  // What an entry or the address asks for replaces what was typed.
  const asked = JSON.stringify(filters);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    setTyped(filters);
  }
  const phone = useMedia('(max-width: 768px)');
  const wrong = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
  const narrowed = Object.values(filters).some((value) => value !== '');

  function apply() {
    if (!wrong && JSON.stringify(typed) !== asked) onChange(typed);
  }

  const field = (name: keyof AuditFilter, more: Partial<Parameters<typeof Field>[0]> & { label: string }) => (
    <Field
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      {...more}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      onBlur={apply}
    />
  );

  const rare = (
    <>
      {field('actor', { label: texts.actor, placeholder: texts.subjectHint })}
      {field('subject', { label: texts.subject, placeholder: texts.subjectHint })}
      {field('from', { label: texts.from, type: 'date', max: typed.to || undefined })}
      {field('to', {
        label: texts.to,
        type: 'date',
        min: typed.from || undefined,
        error: wrong ? texts.order : null,
      })}
    </>
  );

  return (
    <search aria-label={texts.filters}>
      <form
        className={s.filters}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          apply();
        }}
      >
        {field('q', { label: texts.search, placeholder: texts.searchHint, className: s.search })}
        <Select
          label={texts.action}
          className={s.what}
          options={actionOptions(actions, filters.action)}
          value={filters.action}
          onChange={(action) => onChange({ ...typed, action })}
        />
        {phone ? (
          <details
            className={s.more}
            open={filters.actor + filters.subject + filters.from + filters.to !== ''}
          >
            <summary>{texts.more}</summary>
            <div className={s.filters}>{rare}</div>
          </details>
        ) : (
          rare
        )}
        <div className={s.buttons}>
          {narrowed && (
            <Button variant="ghost" onClick={() => onChange(nothing)}>
              {texts.clear}
            </Button>
          )}
          <ExportButton label={texts.exportCsv} save={() => saveAudit(filters)} failed={texts.exportFailed} />
        </div>
        {/* Enter in a field needs a button to press. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {texts.search}
        </button>
      </form>
    </search>
  );
}
