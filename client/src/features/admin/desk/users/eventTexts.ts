// What the events of a user's log are called, and what they say.
import { texts as auditTexts } from 'texts:admin/desk/audit';
import { texts } from 'texts:admin/desk/users';
import { textNamed } from '@/languages/texts';
import { detailsOf } from '@/rules/details';
import { nameInWords } from '@/rules/storedName';

/** What an event is called: its own words, those of the audit log, or its name with blanks. */
export const eventName = (kind: string) =>
  textNamed(texts.eventWords, kind) ?? textNamed(auditTexts.actionWords, kind) ?? nameInWords(kind);

/** The details of an event in one line. */
export const eventDetail = (data: unknown) =>
  typeof data === 'object' && data !== null ? detailsOf(data).join(' · ') : '';
