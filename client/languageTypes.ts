// What TypeScript knows of the texts: each part's keys, and the values that a text takes, as
// English names them.
import { parse, type Token } from '@messageformat/parser';
import { type Messages, readLanguage } from './languages.ts';

/** The declarations of every part, as src/languages/texts.gen.d.ts holds them. */
export function declarations(): string {
  const parts = Object.entries(readLanguage('en').parts).map(
    ([part, messages]) =>
      `declare module 'texts:${part}' {\n  export const texts: ${typeOf(messages, '  ')};\n}\n`,
  );
  return `// Generated from languages/en.json; \`npx vitest run languages -u\` writes it anew.\n${parts.join('')}`;
}

function typeOf(messages: string | Messages, indent: string): string {
  if (typeof messages === 'string') return messageType(messages);
  const lines = Object.entries(messages).map(
    ([key, each]) =>
      `${indent}  readonly ${/^\w+$/.test(key) ? key : `'${key}'`}: ${typeOf(each, `${indent}  `)};\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function messageType(message: string): string {
  const values = valuesOf(message);
  if (values.size === 0) return 'string';
  const list = [...values].map(([name, type]) => `${name}: ${type}`).join('; ');
  return `(values: { ${list} }) => string`;
}

/** The values that a message takes, by name, with their types. */
export function valuesOf(message: string): Map<string, string> {
  const values = new Map<string, string>();
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'argument') add(token.arg, 'string');
      else if (token.type === 'function') add(token.arg, 'number');
      else if (token.type === 'plural' || token.type === 'selectordinal') add(token.arg, 'number');
      else if (token.type === 'select')
        add(
          token.arg,
          token.cases.map(({ key }) => (key === 'other' ? '(string & {})' : `'${key}'`)).join(' | '),
        );
      if ('cases' in token) for (const { tokens: inner } of token.cases) walk(inner);
    }
  };
  const add = (name: string, type: string) => {
    // A text in one place may be counted in another.
    if (!values.has(name) || type !== 'string') values.set(name, type);
  };
  walk(parse(message));
  return values;
}
