// Every language says everything that English says, with the same values, and nothing says
// what nobody reads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@messageformat/parser';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { type Messages, readLanguage, tags } from '../languages.ts';
import { declarations, valuesOf } from '../languageTypes.ts';

const src = join(import.meta.dirname, '../src');
const english = readLanguage('en').parts;

it('declares the texts as English has them', async () => {
  await expect(declarations()).toMatchFileSnapshot('../src/languages/texts.gen.d.ts');
});

/** Every text with its way from the part: 'chat/notice/warned'. */
function textsOf(messages: Readonly<Record<string, string | Messages>>, way = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, each]): [string, string][] =>
    typeof each === 'string' ? [[`${way}${key}`, each]] : textsOf(each, `${way}${key}/`),
  );
}

const ways = textsOf(english).map(([way]) => way);

describe.each(tags)('%s', (tag) => {
  const texts = new Map(textsOf(readLanguage(tag).parts));

  it('has every text, and no other', () => {
    expect([...texts.keys()].filter((way) => !ways.includes(way))).toEqual([]);
    expect(ways.filter((way) => !texts.has(way))).toEqual([]);
  });

  it('takes the same values as English, and says something where English does', () => {
    const wrong = textsOf(english).filter(([way, message]) => {
      const own = texts.get(way) ?? '';
      const names = (text: string) => [...valuesOf(text).keys()].sort().join();
      return names(own) !== names(message) || (own === '') !== (message === '');
    });
    expect(wrong).toEqual([]);
  });

  it('has an other for every count, and the cases of its own grammar', () => {
    const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
    const faults: string[] = [];
    const walk = (way: string, tokens: ReturnType<typeof parse>) => {
      for (const token of tokens) {
        if (!('cases' in token)) continue;
        const keys = token.cases.map(({ key }) => key);
        if (!keys.includes('other')) faults.push(`${way} has no other`);
        const unknown = keys.filter(
          (key) => !key.startsWith('=') && !pluralCategories.includes(key as never),
        );
        if (token.type === 'plural' && unknown.length > 0) faults.push(`${way} has ${unknown}`);
        for (const { tokens: inner } of token.cases) walk(way, inner as ReturnType<typeof parse>);
      }
    };
    for (const [way, message] of texts) walk(way, parse(message));
    expect(faults).toEqual([]);
  });

  it('holds no markup, which would be shown as it stands', () => {
    expect([...texts].filter(([, message]) => /<\/?[a-z]|&[a-z]+;/i.test(message))).toEqual([]);
  });
});

// English is as the specification has it.
it.each(tags.filter((tag) => tag !== 'en'))(
  'keeps a number and its unit on one line in %s, and has its own quotes',
  (tag) => {
    const loose = /[\d}#] (?:[KM]?B|%|\$|h|min|ms|s)(?!\p{L})| …|"|\.\.\./u;
    expect(textsOf(readLanguage(tag).parts).filter(([, message]) => loose.test(message))).toEqual([]);
  },
);

const modules = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(src, file), 'utf8') }));

const importing = /import \{ texts(?: as (\w+))? \} from 'texts:([^']+)';/g;

it('says nothing that no module reads', () => {
  const read = new Set<string>();
  for (const { code } of modules)
    for (const [, local = 'texts', part = ''] of code.matchAll(importing))
      for (const [, key] of code.matchAll(new RegExp(`(?<![.\\w])${local}\\.(\\w+)`, 'g')))
        read.add(`${part}/${key}`);
  const unread = Object.entries(english).flatMap(([part, messages]) =>
    Object.keys(messages)
      .map((key) => `${part}/${key}`)
      .filter((way) => !read.has(way)),
  );
  expect(unread).toEqual([]);
});

// The build gives keys short names, which it finds by the dot before them.
it('is read by its name alone', () => {
  const others = modules.flatMap(({ file, code }) =>
    /\.test\./.test(file)
      ? []
      : [...code.matchAll(importing)]
          .map(([, local = 'texts']) => local)
          .filter((local) =>
            new RegExp(`(?<![.\\w'])${local}\\b(?![.\\w'])(?! (?:as|\\}))`).test(
              code.replace(/\/\/.*|\/\*\*[\s\S]*?\*\//g, ''),
            ),
          )
          .map((local) => `${file}: ${local}`),
  );
  expect(others).toEqual([]);
});

// A text that is read while its module loads stays in the language of that moment, or fails
// because it was not fetched yet.
it('is read when it is said, and kept by no module', () => {
  const kept = modules.flatMap(({ file, code }) => {
    const locals = [...code.matchAll(importing)].map(([, local = 'texts']) => local);
    if (locals.length === 0 || /\.test\./.test(file)) return [];
    const { program } = parseSync(file, code);
    return readsOutside(program, locals).map((text) => `${file}: ${text}`);
  });
  expect(kept).toEqual([]);
});

it('finds texts that a function reads while its module loads', () => {
  const reads = (code: string) => readsOutside(parseSync('a.ts', code).program, ['texts']);
  expect(reads('const later = () => texts.a;')).toEqual([]);
  expect(reads('const part = onDemand(() => texts.a);')).toEqual([]);
  expect(reads('const all = names.map((name) => texts.a);')).toEqual(['texts.a']);
  expect(reads('const one = () => texts.a; const all = [one(), 2];')).toEqual(['one()']);
  expect(reads('const sums = [1, 2].map((sum) => formatDollars(sum));')).toEqual(['formatDollars()']);
});

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Methods of a list that call a function at once. */
const atOnce = /^(?:map|flatMap|filter|find|sort|reduce|forEach|from)$/;

/** The texts, and the formats of a language, that are read while a module loads: outside of every function, or in one that is called then. */
function readsOutside(program: unknown, locals: readonly string[]): string[] {
  const readers = functionsOf(program)
    .filter(([, body]) => reads(body, locals, []).length > 0)
    .map(([name]) => name);
  return reads(program, locals, readers);
}

/** The functions of a module by name, with what each does. */
function functionsOf(node: unknown): [name: string, body: unknown][] {
  if (Array.isArray(node)) return node.flatMap(functionsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, ...rest } = node as Node;
  const { id, init, body } = rest as Record<string, Node | null | undefined>;
  if (type === 'FunctionDeclaration') return [[String(id?.name), body]];
  if (type === 'VariableDeclarator' && /Function/.test(init?.type ?? ''))
    return [[String(id?.name), init?.body]];
  return /Function/.test(type) ? [] : Object.values(rest).flatMap(functionsOf);
}

function reads(node: unknown, locals: readonly string[], readers: readonly string[]): string[] {
  const within = (each: unknown) => reads(each, locals, readers);
  if (Array.isArray(node)) return node.flatMap(within);
  if (typeof node !== 'object' || node === null) return [];
  const { type, ...rest } = node as Node;
  if (/Function/.test(type)) return [];
  if (type === 'CallExpression') {
    const { callee, arguments: given } = rest as unknown as { callee: Node; arguments: Node[] };
    const name = String(callee.name);
    if (readers.includes(name) || /^format[A-Z]/.test(name)) return [`${name}()`];
    const called = callee.property as Node | undefined;
    if (atOnce.test(String(called?.name)))
      return [
        ...within(callee),
        ...given.flatMap((each) => within(/Function/.test(each.type) ? each.body : each)),
      ];
  }
  if (type === 'MemberExpression') {
    const { object, property } = rest as unknown as Record<'object' | 'property', Node>;
    if (object.type === 'Identifier' && locals.includes(String(object.name)))
      return [`${object.name}.${property.name}`];
  }
  return Object.values(rest).flatMap(within);
}

/** Attributes that are said or read aloud. */
const said = new Set([
  'aria-label',
  'alt',
  'description',
  'hint',
  'label',
  'lead',
  'placeholder',
  'submit',
  'term',
  'text',
  'title',
]);
/** What is the same in every language. */
const same = /^(?:you@example\.com|https:\/\/|XXXX-XXXX|[^a-z]*|Muster)$/i;

it('stands in no screen beside the languages', () => {
  const faults = modules
    .filter(({ file }) => file.endsWith('.tsx') && !/\.(?:test|fixture)\.|workbench/.test(file))
    .flatMap(({ file, code }) => saidIn(parseSync(file, code).program).map((text) => `${file}: ${text}`));
  expect(faults).toEqual([]);
});

/** The texts that elements and their attributes hold as they stand. */
function saidIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(saidIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, ...rest } = node as Node;
  if (type === 'JSXText') {
    const text = String(rest.value).trim();
    return /\p{L}{2}/u.test(text) ? [text] : [];
  }
  if (type === 'JSXAttribute') {
    const { name, value } = rest as unknown as { name: Node; value: Node | null };
    if (value?.type === 'Literal')
      return said.has(String(name.name)) && !same.test(String(value.value)) ? [String(value.value)] : [];
  }
  return Object.values(rest).flatMap(saidIn);
}

it('has percentages written by formatPercent, as each language does', () => {
  const byHand = /(?<!Size: |(?:width|height|left|top): )`[^`]*\}%`|\}%</i;
  const faults = modules.filter(({ file, code }) => !/\.test\./.test(file) && byHand.test(code));
  expect(faults.map(({ file }) => file)).toEqual([]);
});

it('is laid out for scripts of either direction', () => {
  const physical =
    /(?:margin|padding|border)-(?:left|right)\b|(?:^|[;{])\s*(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/gm;
  const faults = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      (readFileSync(join(src, file), 'utf8').match(physical) ?? []).map((rule) => `${file}: ${rule}`),
    );
  expect(faults).toEqual([]);
});
