// What a member's history shows: its checks and its skips in one list, and the filter.
import type { FaceCheckShown, FaceHistory, FaceSkipShown } from '@/wire/bodies.gen';
import type { Filter } from './faceViewerTexts';

export type { Filter };

export type Entry = { check: FaceCheckShown } | { skip: FaceSkipShown };

/** Newest first. A skip stands above the failure that led to it in the same millisecond. */
export function entriesOf({ verifications, skips }: FaceHistory): Entry[] {
  const entries: Entry[] = [...skips.map((skip) => ({ skip })), ...verifications.map((check) => ({ check }))];
  return entries.sort((a, b) => atMs(b) - atMs(a));
}

const atMs = (entry: Entry) => Date.parse('skip' in entry ? entry.skip.timestamp : entry.check.timestamp);

/** The entries that a filter shows. A check that was left out was not passed. */
export function filtered(entries: readonly Entry[], by: Filter): readonly Entry[] {
  return entries.filter((entry) => {
    if (by === 'all') return true;
    if ('skip' in entry) return by === 'failed' && entry.skip.type === 'verification';
    if (by === 'replay') return entry.check.possibleReplay;
    return entry.check.type === 'verification' && entry.check.passed === (by === 'passed');
  });
}
