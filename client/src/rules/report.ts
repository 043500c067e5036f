// What may be written beside a report and beside its ruling.
import { codePoints } from './message';

const noteMaxLength = 500;

export const noteTooLong = (note: string) => codePoints(note.trim()) > noteMaxLength;
