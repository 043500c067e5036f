// What the report dialog says.
import { texts } from 'texts:chat/report';
import type { ReportReason } from '@/wire/bodies.gen';

export const reasons = (): readonly { value: ReportReason; label: string }[] => [
  { value: 'spam', label: texts.spamOrAdvertising },
  { value: 'harassment', label: texts.harassment },
  { value: 'threat', label: texts.threatOrViolence },
  { value: 'sexual', label: texts.sexualContent },
  { value: 'other', label: texts.somethingElse },
];
