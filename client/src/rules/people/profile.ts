// The limits of what members say of themselves.
import { codePoints } from '@/rules/text';

export const bioMaxLength = 500; // Unicode code points
export const bioRedAbove = 450; // the counter turns red above this

export const bioLength = codePoints;
