// The sentences of the reports.
import { texts } from 'texts:admin/chat/reports';
import type { ReportOutcome } from '@/wire/bodies.gen';

export const outcomes = (): readonly { value: ReportOutcome; label: string; text: string }[] => [
  { value: 'dismissed', label: texts.dismissed, text: texts.nothingIsWrongNothing },
  { value: 'warned', label: texts.warned, text: texts.theMemberIsWarned },
  { value: 'deleted', label: texts.deleted, text: texts.theMessageIsDeleted },
  { value: 'banned', label: texts.banned, text: texts.theMemberIsBanned },
];
