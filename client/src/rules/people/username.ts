// The form of a chat username, in the words of the chat modal. The
// server decides about reserved terms and uniqueness.

export const usernameTooShort = 'Username must be at least 3 characters';
export const usernameTooLong = 'Username must be 20 characters or less';
export const usernameBadCharacters = 'Username can only contain letters, numbers, and underscore';
export const usernameFailed = 'Failed to set username';

/** Input as the field keeps it: lower-cased as typed, outer blanks gone. */
export function typedUsername(input: string): string {
  return input.trim().toLowerCase();
}

/** What is wrong with the form of a name, or null. Characters come first. */
export function usernameFault(name: string): string | null {
  if (/[^a-z0-9_]/u.test(name)) return usernameBadCharacters;
  if (name.length < 3) return usernameTooShort;
  if (name.length > 20) return usernameTooLong;
  return null;
}

/** The notice after a change, shown for 5 s. */
export function usernameChanged(name: string): string {
  return `Username changed successfully to: @${name}`;
}

// The rank page says the same in words of its own.
const rankPageWords: Readonly<Record<string, string>> = {
  [usernameTooShort]: 'Username must be between 3 and 20 characters',
  [usernameTooLong]: 'Username must be between 3 and 20 characters',
  [usernameBadCharacters]: 'Username can only contain lowercase letters, numbers, and underscore',
  'Username cannot contain reserved terms': 'Username contains reserved terms',
};

/** A fault of a name in the words of the rank page. */
export const onRankPage = (fault: string | null) => fault && (rankPageWords[fault] ?? fault);
