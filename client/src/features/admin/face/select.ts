// Which of a member's checks are shown.
import type { FaceCheckShown } from '@/wire/bodies.gen';
import type { texts } from './texts';

export type Filter = (typeof texts.filters)[number]['value'];

/** The checks that a filter shows. */
export function filtered(checks: readonly FaceCheckShown[], by: Filter): readonly FaceCheckShown[] {
  if (by === 'all') return checks;
  if (by === 'replay') return checks.filter(({ possibleReplay }) => possibleReplay);
  return checks.filter(({ type, passed }) => type === 'verification' && passed === (by === 'passed'));
}
