// What a person signs in with: an e-mail address or a phone number.

import { texts } from 'texts:people/identifier';

export type Identifier = { email: string; phone?: never } | { phone: string; email?: never };

/** Fewest digits of a phone number, and the most that E.164 allows. */
export const phoneDigitsMin = 10;
const phoneDigitsMax = 15;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Text, at-sign, text, dot, text. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** An at-sign makes it an e-mail address, anything else is a phone number. */
export const looksLikeEmail = (text: string) => text.includes('@');

const isWrittenAsPhone = (text: string) => /^[\s\d+().-]+$/.test(text);

/**
 * The number in E.164, with the country's calling code unless it was typed with
 * its own plus sign. A leading zero stays: some countries dial it.
 */
export function e164(typed: string, callingCode: string): string {
  const digits = digitsOf(typed);
  if (typed.trim().startsWith('+')) return `+${digits}`;
  // North American numbers are typed with all ten digits, also where the country's code has
  // the first three; '1 555 123 4567' has the code already.
  if (callingCode.startsWith('1')) {
    if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`;
    if (digits.length === 10) return `+1${digits}`;
  }
  return `+${callingCode}${digits}`;
}

/**
 * Whether there are digits enough to try. North American numbers have
 * ten of their own; elsewhere the calling code counts, since many countries
 * have shorter ones.
 */
export function isPhoneLongEnough(typed: string, callingCode: string): boolean {
  const own = digitsOf(typed).length;
  return (
    own >= phoneDigitsMin || (callingCode !== '1' && own >= 6 && own + callingCode.length >= phoneDigitsMin)
  );
}

/** Reads the entry field: what to send, or the sentence that says why not. */
export function readIdentifier(
  kind: 'phone' | 'email',
  typed: string,
  callingCode: string,
): { ok: true; identifier: Identifier } | { ok: false; error: string } {
  const phone = looksLikeEmail(typed) ? false : kind === 'phone' || isWrittenAsPhone(typed);
  if (!phone) {
    return isEmail(typed)
      ? { ok: true, identifier: { email: typed.trim().toLowerCase() } }
      : { ok: false, error: texts.invalidEmail };
  }
  const number = e164(typed, callingCode);
  const usual = isPhoneLongEnough(typed, callingCode) && number.length - 1 <= phoneDigitsMax;
  return usual && isWrittenAsPhone(typed)
    ? { ok: true, identifier: { phone: number } }
    : { ok: false, error: kind === 'phone' ? texts.invalidPhone : texts.invalidEmail };
}

/** Whether LOGIN may be pressed: an e-mail address that is not empty, a phone number long enough. */
export function mayTry(kind: 'phone' | 'email', typed: string, callingCode: string): boolean {
  if (kind === 'email' || looksLikeEmail(typed)) return typed.trim() !== '';
  return isPhoneLongEnough(typed, callingCode);
}

/**
 * Enough to recognise, too little to read: an address keeps 2 characters before
 * the at-sign, a phone number shows its first 3 and last 4 digits.
 */
export function mask(identifier: string): string {
  if (looksLikeEmail(identifier)) {
    const at = identifier.lastIndexOf('@');
    return `${identifier.slice(0, Math.min(2, at))}***${identifier.slice(at)}`;
  }
  const digits = digitsOf(identifier);
  return `${digits.slice(0, 3)}***${digits.slice(-4)}`;
}

/** The digits a person knows as the number: without the calling code it was sent with. */
export function nationalDigits(number: string, callingCode: string): string {
  const digits = digitsOf(number);
  return digits.startsWith(callingCode) ? digits.slice(callingCode.length) : digits;
}
