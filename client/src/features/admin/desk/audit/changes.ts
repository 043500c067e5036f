// What an entry of the audit log says of a change: each field before and after.
import { detailName, detailValue, none } from '@/rules/details';

export { none };

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (side === null || side === undefined) return {};
  return typeof side === 'object' && !Array.isArray(side)
    ? (side as Record<string, unknown>)
    : { state: side };
};

/** The fields that differ; for an entry with one side only, all of them. Ids of members are shown as their names. */
export function changesOf(
  before: unknown,
  after: unknown,
  names?: ReadonlyMap<string, string>,
): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({
      name: detailName(name),
      before: detailValue(name, was[name], names),
      after: detailValue(name, is[name], names),
    }))
    .filter((change) => change.before !== change.after);
}
