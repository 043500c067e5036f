// What was searched for, in pieces: words and "exact phrases". The server finds;
// this only marks in its snippets what was found.

import { codePoints } from '@/rules/text';

const minLength = 2; // Unicode code points
const maxLength = 100;

/** What was typed, as it is asked for. */
export const searchWords = (typed: string) => [...typed.trim()].slice(0, maxLength).join('');

interface Narrowed {
  q: string;
  from: string;
  since: string;
  until: string;
  has: string;
}

/** Whether it is enough to search for: words, or none where a member, a day or something in the message narrows it. */
export const isSearch = ({ q, from, since, until, has }: Narrowed) =>
  q === '' ? [from, since, until, has].some((filter) => filter !== '') : codePoints(q) >= minLength;

export interface SnippetPiece {
  text: string;
  found: boolean;
}

/** The words and phrases of a search, the longest first. */
export function searchTerms(query: string): string[] {
  const terms: string[] = [];
  // The server reads these as quotes, too.
  const rest = query.replace(/[“”„«»]/gu, '"').replace(/"([^"]*)"/gu, (_, phrase: string) => {
    terms.push(phrase.trim());
    return ' ';
  });
  terms.push(...rest.split(/[\s"]+/u));
  return [...new Set(terms.filter((term) => term !== ''))].sort((a, b) => b.length - a.length);
}

/** A snippet in pieces; found ones are what was searched for, whatever their case. */
export function snippetPieces(snippet: string, query: string): SnippetPiece[] {
  const terms = searchTerms(query).map(escaped);
  if (terms.length === 0) return [{ text: snippet, found: false }];
  // A word is found at the start of a word; so is a phrase.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${terms.join('|')})`, 'giu');
  const pieces: SnippetPiece[] = [];
  let at = 0;
  for (const match of snippet.matchAll(pattern)) {
    if (match.index > at) pieces.push({ text: snippet.slice(at, match.index), found: false });
    pieces.push({ text: match[0], found: true });
    at = match.index + match[0].length;
  }
  if (at < snippet.length) pieces.push({ text: snippet.slice(at), found: false });
  return pieces;
}

const escaped = (term: string) => term.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/\s+/gu, '\\s+');
