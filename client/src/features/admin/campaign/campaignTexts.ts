// What a campaign's counts say.
import { texts } from 'texts:admin/campaign';

export const countsWords = (sent: number, failed: number, unknown: number, queued: number) =>
  unknown > 0
    ? texts.countsUnknown({ sent, failed, unknown, queued })
    : texts.counts({ sent, failed, queued });
