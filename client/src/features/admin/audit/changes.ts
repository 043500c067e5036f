// What an entry of the audit log says of a change: each field before and after.

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

const none = '—';

type Names = ReadonlyMap<string, string>;

function shown(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return value.map((one) => names.get(String(one)) ?? String(one)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (side === null || side === undefined) return {};
  return typeof side === 'object' && !Array.isArray(side)
    ? (side as Record<string, unknown>)
    : { value: side };
};

/** The fields that differ; for an entry with one side only, all of them. Ids in lists are shown as their names. */
export function changesOf(before: unknown, after: unknown, names: Names = new Map()): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({
      name: name.replaceAll('_', ' '),
      before: shown(was[name], names),
      after: shown(is[name], names),
    }))
    .filter((change) => change.before !== change.after);
}
