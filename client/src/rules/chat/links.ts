// Finds the links in a message. Only http and https become links; everything
// else stays text: no markup is injected.

export type Segment = { text: string; href?: string };

const candidate = /https?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
const trailing = /[.,;:!?…]+$/u;

/** Text in pieces; a piece with `href` is a link with exactly that address. */
export function segments(text: string): Segment[] {
  const out: Segment[] = [];
  let at = 0;
  for (const match of text.matchAll(candidate)) {
    const shown = withoutTail(match[0]);
    const href = safeAddress(shown);
    if (href === null) continue;
    if (match.index > at) out.push({ text: text.slice(at, match.index) });
    out.push({ text: shown, href });
    at = match.index + shown.length;
  }
  if (at < text.length) out.push({ text: text.slice(at) });
  return out;
}

// A sentence's full stop and an unopened closing bracket are not of the link.
function withoutTail(link: string): string {
  let end = link.replace(trailing, '');
  while (end.endsWith(')') && count(end, ')') > count(end, '(')) {
    end = end.slice(0, -1).replace(trailing, '');
  }
  return end;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function safeAddress(text: string): string | null {
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    // A name before the host ("https://bank.example@evil.example") misleads.
    return web && url.hostname !== '' && url.username === '' ? url.href : null;
  } catch {
    return null;
  }
}
