// Mentions in a text: @name with no letter, digit or _ before the at-sign, and
// after it a whole word of the form of a username. The server finds the same.

export interface MentionPiece {
  text: string;
  /** Lower-case, when the piece is a mention. */
  name?: string;
}

const candidate = /(?<![\p{L}\p{N}\p{M}_])@([\p{L}\p{N}\p{M}_]+)/gu;
const form = /^[a-z0-9_]{3,20}$/iu;

/** The name that stands for everybody in the room. */
export const everybody = 'all';

/** Text in pieces, of which some are mentions. */
export function mentionPieces(text: string): MentionPiece[] {
  const out: MentionPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(candidate)) {
    const name = match[1] ?? '';
    if (!form.test(name)) continue;
    if (match.index > at) out.push({ text: text.slice(at, match.index) });
    out.push({ text: match[0], name: name.toLowerCase() });
    at = match.index + match[0].length;
  }
  if (at < text.length || out.length === 0) out.push({ text: text.slice(at) });
  return out;
}

const typed = /(?<![\p{L}\p{N}\p{M}_])@([a-z0-9_]{0,20})$/iu;

/** The beginning of a mention right before the caret: where its at-sign stands, and the name so far. */
export function mentionBefore(text: string, caret: number): { from: number; name: string } | null {
  const match = typed.exec(text.slice(0, caret));
  return match ? { from: match.index, name: (match[1] ?? '').toLowerCase() } : null;
}

/** Names that go on as was typed, those that begin with it first, each once. */
export function suggestNames(typedName: string, names: readonly string[], atMost: number): string[] {
  const all = [...new Set(names.map((name) => name.toLowerCase()))];
  const begins = all.filter((name) => name.startsWith(typedName));
  const holds = all.filter((name) => !name.startsWith(typedName) && name.includes(typedName));
  return [...begins, ...holds].slice(0, atMost);
}
