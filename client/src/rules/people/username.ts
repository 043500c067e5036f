// The form of a chat username, in the words of the chat modal. The
// server decides about reserved terms and uniqueness.

import { texts } from 'texts:people/username';

/** Input as the field keeps it: lower-cased as typed, outer blanks gone. */
export function typedUsername(input: string): string {
  return input.trim().toLowerCase();
}

/** What is wrong with the form of a name, or null. Characters come first. */
export function usernameFault(name: string): string | null {
  if (/[^a-z0-9_]/u.test(name)) return texts.usernameBadCharacters;
  if (name.length < 3) return texts.usernameTooShort;
  if (name.length > 20) return texts.usernameTooLong;
  return null;
}

/** The notice after a change, shown for 5 s. */
export function usernameChanged(name: string): string {
  return texts.usernameChanged({ name });
}

/** A fault of a name in the words of the rank page, which has some of its own. */
export function onRankPage(fault: string | null): string | null {
  if (fault === texts.usernameTooShort || fault === texts.usernameTooLong) return texts.usernameMustBeBetween;
  if (fault === texts.usernameBadCharacters) return texts.usernameCanOnlyContain;
  return fault === reserved ? texts.reservedTerms : fault;
}

/** As the server says it. */
const reserved = 'Username cannot contain reserved terms';
