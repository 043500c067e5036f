// Names as the server stores them, for those that a build has no text for.

/** A stored name as words that begin with a capital: room_created is 'Room created'. */
export function nameInWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
