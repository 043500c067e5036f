// The texts of every language: one file each in languages/, as ICU messages in parts. A
// module imports its part by name ('texts:chat'), and a page fetches the parts that it needs
// in the language in use alone. Every import() waits for the texts of what it fetches.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import compile from '@messageformat/core/lib/compile-module.js';
import { minifySync, type Plugin } from 'vite';
import { fileOf } from './languageFiles.ts';

/** Messages by key, as ICU writes them; some stand in groups. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** A file of languages/: its name in itself, the direction it is written in, and its parts. */
export interface LanguageFile {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly parts: Readonly<Record<string, Messages>>;
}

const root = fileURLToPath(new URL('./', import.meta.url));
const folder = fileURLToPath(new URL('./languages/', import.meta.url));

/** The tags of all languages, English first. */
export const tags = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace(/\.json$/, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));

export const readLanguage = (tag: string): LanguageFile =>
  JSON.parse(readFileSync(`${folder}${tag}.json`, 'utf8'));

/**
 * A module that makes these parts of what @messageformat/runtime has and the language's rule
 * of plurals: texts as strings, those with values as functions.
 */
function compiled(tag: string, parts: Readonly<Record<string, Messages>>): string {
  const module = compile(new MessageFormat(tag), parts);
  const rule = /import \{ (\w+) \} from "@messageformat\/runtime\/lib\/cardinals"/.exec(module)?.[1] ?? '_';
  return module
    .replace(/^import .*\n/gm, '')
    .replace('export default {', `export default ({ number, plural, select }, ${rule}) => ({`)
    .replace(/\}\s*$/, '})')
    .replace(/\(\) => ("(?:[^"\\]|\\.)*")/g, '$1');
}

const live = fileURLToPath(new URL('./src/languages/texts.ts', import.meta.url));
const ownModule = /\/src\/.*\.tsx?$/;
const onDemand = /(?<!typeof )\bimport\(\s*('[^']+')\s*\)/g;
const wanted = /(["'`])texts-of:([^"'`]+)\1/g;

/** The texts' modules: 'texts:<part>', 'language:<tag>/<file>' and 'languages:all'. */
export function languages(): Plugin {
  let building = false;
  /** The parts that each module imports. */
  const partsOf = new Map<string, readonly string[]>();
  return {
    name: 'languages',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (id) => (/^languages?:/.test(id) ? `\0${id}` : null),
    load(id) {
      const [, kind, name = ''] = /^\0(languages?):(.*)$/.exec(id) ?? [];
      if (kind === 'languages') return script(listModule(building));
      if (kind !== 'language') return null;
      const [tag = '', file] = name.split('/');
      this.addWatchFile(`${folder}${tag}.json`);
      return script(sourceOf(tag, file));
    },
    /** Takes each part where it is imported, and has each import() wait for its texts. */
    async transform(code, id) {
      if (!ownModule.test(id)) return null;
      const parts = [...code.matchAll(importing)].map(([, , part = '']) => part);
      partsOf.set(id, parts);
      let changed = building ? withShortKeys(code) : code;
      changed = changed.replace(
        importing,
        (_, local = 'texts', part) => `const ${local} = /*#__PURE__*/ live('${part}');`,
      );
      const targets = new Map<string, string>();
      for (const [, name = ''] of code.matchAll(onDemand)) {
        const target = building && (await this.resolve(name.slice(1, -1), id));
        targets.set(name, JSON.stringify(target ? `texts-of:${target.id}` : '*'));
      }
      changed = changed.replace(onDemand, (_, name) => `withTexts(import(${name}), ${targets.get(name)})`);
      if (changed === code) return null;
      // On one line: what follows stays where it was.
      return { code: `import { live, withTexts } from ${JSON.stringify(live)}; ${changed}`, map: null };
    },
    /** Writes the texts, and for the budgets which of them each module needs. */
    generateBundle() {
      const needs = [...this.getModuleIds()]
        .filter((id) => ownModule.test(id))
        .sort() // they come in the order in which they happened to be read, and a build is to be repeated
        .map((id) => [
          id.slice(root.length),
          textFilesOf(id, partsOf, (each) => this.getModuleInfo(each)?.importedIds ?? []),
        ]);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/texts.json',
        source: JSON.stringify(Object.fromEntries(needs)),
      });
      const { folder: into, byName } = builtFiles();
      for (const [name, source] of byName) this.emitFile({ type: 'asset', fileName: into + name, source });
    },
    renderChunk(code) {
      const files = (id: string) =>
        textFilesOf(id, partsOf, (each) => this.getModuleInfo(each)?.importedIds ?? []);
      const changed = code.replace(wanted, (_, __, id: string) =>
        JSON.stringify(
          files(id)
            .filter((file) => file !== 'start')
            .join(' '),
        ),
      );
      return changed === code ? null : { code: changed, map: null };
    },
  };
}

const script = (code: string) => ({ code, moduleType: 'js' as const, moduleSideEffects: false });

/** The languages, the files that each has, and how one is fetched. */
function listModule(building: boolean): string {
  const languages = tags.map((tag) => {
    const { name, direction } = readLanguage(tag);
    return { tag, name, direction };
  });
  const load = building
    ? `(tag, file, again) => import(/* @vite-ignore */ '/${builtFiles().folder}' + tag + '-' + file + '.js' + (again ? '?' + again : ''))`
    : `(tag, file) => ({ ${tags.flatMap((tag) => files.map((file) => `'${tag}/${file}': () => import('language:${tag}/${file}')`)).join(', ')} })[tag + '/' + file]()`;
  return `export const languages = ${JSON.stringify(languages)}; export const files = ${JSON.stringify(building ? [] : files)}; export const load = ${load};`;
}

const files = [...new Set(Object.keys(readLanguage('en').parts).map(fileOf))].sort();

/**
 * The short name of each key of a part, in the build. Without them the texts of English weigh
 * 47.0 KiB instead of 42.9, and the modules that read them 5.6 KiB more (gzip, all files).
 */
const shortKeys = new Map(
  Object.entries(readLanguage('en').parts).map(([part, messages]) => [
    part,
    new Map(Object.keys(messages).map((key, index) => [key, `t${index.toString(36)}`])),
  ]),
);

const importing = /import \{ texts(?: as (\w+))? \} from 'texts:([^']+)';/g;

function withShortKeys(code: string): string {
  let changed = code;
  for (const [, local = 'texts', part = ''] of code.matchAll(importing)) {
    const short = shortKeys.get(part);
    changed = changed.replace(new RegExp(`(?<![.\\w])${local}\\.(\\w+)`, 'g'), (all, key: string) =>
      short?.has(key) ? `${local}.${short.get(key)}` : all,
    );
  }
  return changed;
}

const shortened = (part: string, messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, each]) => [shortKeys.get(part)?.get(key) ?? key, each]),
  );

const sourceOf = (tag: string, file?: string, short = false) => {
  const parts = Object.entries(readLanguage(tag).parts).map(
    ([part, messages]) => [part, short ? shortened(part, messages) : messages] as const,
  );
  return compiled(tag, Object.fromEntries(file ? parts.filter(([part]) => fileOf(part) === file) : parts));
};

/** The built files of texts, by name, in a folder whose name changes with any of them. */
function builtFiles(): { folder: string; byName: Map<string, string> } {
  const hash = createHash('sha256');
  const byName = new Map<string, string>();
  for (const tag of tags)
    for (const file of files) {
      const name = `${tag}-${file}.js`;
      const { code } = minifySync(name, sourceOf(tag, file, true), { module: true });
      byName.set(name, code);
      hash.update(`${name}\n${code}\n`);
    }
  return { folder: `assets/optional/texts-${hash.digest('base64url').slice(0, 8)}/`, byName };
}

/** The files with the texts of a module and of all that it imports. */
function textFilesOf(
  id: string,
  partsOf: ReadonlyMap<string, readonly string[]>,
  importsOf: (id: string) => readonly string[],
): string[] {
  const seen = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...importsOf(next));
  }
  const parts = [...seen].flatMap((each) => partsOf.get(each) ?? []);
  return [...new Set(parts.map(fileOf))].sort();
}
