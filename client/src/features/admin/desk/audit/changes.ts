// What an entry of the audit log says of a change: each field before and after.
import { texts } from 'texts:admin/desk/audit';
import { textNamed } from '@/languages/texts';
import { detailName, detailValue, none } from '@/rules/details';
import { actionName } from './auditTexts';

export { none };

export interface FieldChange {
  name: string;
  before: string;
  after: string;
}

const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (side === null || side === undefined) return {};
  // Badges are a list of what each says and how it looks.
  if (Array.isArray(side))
    return { badges: side.map((badge) => (badge as { text?: unknown }).text ?? badge) };
  return typeof side === 'object' ? (side as Record<string, unknown>) : { state: side };
};

/** What the log was narrowed to is called as in the filter. */
const shownAs = (name: string, value: unknown, names?: ReadonlyMap<string, string>) =>
  name === 'action' && typeof value === 'string'
    ? (textNamed(texts.kinds, value) ?? actionName(value))
    : detailValue(name, value, names);

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
      before: shownAs(name, was[name], names),
      after: shownAs(name, is[name], names),
    }))
    .filter((change) => change.before !== change.after);
}
