// The report that is being written; one at a time.
import { formDraft } from '@/stores/session/formDraft';
import type { ReportReason } from '@/wire/bodies.gen';

interface ReportDraft {
  /** The message or the member it is about. */
  about: string;
  reason: ReportReason | null;
  note: string;
}

const blank: ReportDraft = { about: '', reason: null, note: '' };

export const reportDraft = formDraft('report', blank);
