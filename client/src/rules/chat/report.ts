// What may be written beside a report and beside its ruling.
import { codePoints } from '@/rules/text';

const noteMaxLength = 500;

export const noteTooLong = (note: string) => codePoints(note.trim()) > noteMaxLength;
