// What the audit log calls an act.
import { texts } from 'texts:admin/desk/audit';
import { textNamed } from '@/languages/texts';
import { nameInWords } from '@/rules/storedName';

/** An action in words; one that this build does not know by its stored name. */
export const actionName = (action: string) => textNamed(texts.actionWords, action) ?? nameInWords(action);
