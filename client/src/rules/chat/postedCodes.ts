// Decrypt codes in the texts of messages. What else there is to know of codes is in
// rules/encrypted.ts, which a room does without.

const postedCode = /(?<![A-Za-z0-9-])[A-Z0-9]{4}-[A-Z0-9]{4}(?![A-Za-z0-9-])/;

/** A text in pieces, every second one a code. */
export const codePieces = (text: string) => text.split(new RegExp(`(${postedCode.source})`));

/** Whether a message seems to show a code. */
export const showsCode = (text: string) => postedCode.test(text);
