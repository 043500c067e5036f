// The choices of the face viewer.
import { texts } from 'texts:admin/face';

export const sorts = () =>
  (['lastUsed', 'enrolledAt', 'name', 'totalScans', 'confidence'] as const).map((value) => ({
    value,
    label: texts.sorts[value],
  }));

export type Filter = 'all' | 'passed' | 'failed' | 'replay';

export const filters = () =>
  (['all', 'passed', 'failed', 'replay'] as const).map((value) => ({ value, label: texts.filters[value] }));
