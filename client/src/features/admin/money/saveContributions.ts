// The contributions as a file.
import { texts } from 'texts:admin/money';
import { type ContributionFilter, exportContributions } from '@/queries/money/adminContributions';
import { saveTable } from '@/ui/save';

/** Saves every contribution that the filters let through as CSV, named after them. */
export async function saveContributions(filters: ContributionFilter) {
  const file = await exportContributions(filters);
  const name = [texts.fileName, filters.status, filters.from, filters.to].filter(Boolean).join('_');
  saveTable(`${name}.csv`, file);
}
