// The texts of the language in use. A part of them is an object that is the same in every
// language: what it says is looked up when it is read, so no module may keep a text.
import { files as allTexts, languages, load } from 'languages:all';
import { number, plural, select } from '@messageformat/runtime';
import { useSyncExternalStore } from 'react';
import { isolating } from './isolate';

type Part = Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, Part>>;

const English = 'en';

let tag = English;
let parts: Parts = {};
/** The files that the page has asked for: another language needs them, too. */
const wanted = new Set<string>();
const fetched = new Map<string, Promise<Parts>>();
const listeners = new Set<() => void>();

/** One part of the texts, as 'chat/media'. To read one that was not fetched is a fault of the program. */
export const live = (name: string): Part =>
  new Proxy<Part>(
    {},
    {
      get(_, key) {
        const part = parts[name];
        if (!part) throw new Error(`The texts of ${name} are not there yet.`);
        return part[key as string];
      },
    },
  );

/** The text with this name in a group of texts; undefined where it has none. */
export const textNamed = (group: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(group, name) ? group[name] : undefined;

/** The languages that can be chosen: tag (BCP 47), name in itself, direction of its script. */
export const offered = languages;

/** The tag (BCP 47) of the language in use. */
export const languageTag = () => tag;

/** Calls back when another language is spoken. Returns how to stop. */
export const onLanguage = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The tag of the language in use; draws anew when another is chosen. */
export const useLanguage = () => useSyncExternalStore(onLanguage, languageTag);

/** Has files of the language in use there when it ends. */
export async function loadTexts(files: readonly string[]): Promise<void> {
  for (const file of files) wanted.add(file);
  for (;;) {
    const of = tag;
    const loaded = await fetchFiles(of, files);
    if (of !== tag) continue; // another was chosen meanwhile
    parts = { ...parts, ...loaded };
    return;
  }
}

let chosen = English;

/**
 * Speaks another language once its texts are there. Fails, and changes nothing, when they cannot
 * be fetched. `first` runs before anything is drawn in it.
 */
export async function speak(next: string, first = () => {}): Promise<void> {
  const language = languages.find((each) => each.tag === next);
  if (!language) return;
  chosen = next;
  let loaded: Parts = {};
  // More may be asked for meanwhile.
  for (let count = 0; count < wanted.size; ) {
    count = wanted.size;
    loaded = await fetchFiles(next, wanted);
  }
  if (chosen !== next) return; // a later choice
  tag = next;
  parts = loaded;
  document.documentElement.lang = next;
  document.documentElement.dir = language.direction;
  first();
  for (const listener of listeners) listener();
}

/** Fetches what another language will need, so that speaking it need not wait. */
export const fetchAhead = (of: string) => void fetchFiles(of, wanted).catch(() => {});

async function fetchFiles(of: string, files: Iterable<string>): Promise<Parts> {
  const all = await Promise.all([...files].map((file) => fetchFile(of, file)));
  return Object.assign({}, ...all);
}

/** How often each file could not be fetched. */
const failures = new Map<string, number>();

function fetchFile(of: string, file: string): Promise<Parts> {
  const key = `${of}/${file}`;
  let coming = fetched.get(key);
  if (!coming) {
    const rules = new Intl.PluralRules(of);
    coming = load(of, file, failures.get(key) ?? 0).then((module) =>
      isolating(module.default({ number, plural, select }, (count) => rules.select(count))),
    );
    fetched.set(key, coming);
    coming.catch(() => {
      failures.set(key, (failures.get(key) ?? 0) + 1);
      fetched.delete(key);
    });
  }
  return coming;
}

/** A module with its texts, in files named with blanks between; languages.ts puts this around every import(). */
export async function withTexts<Module>(module: Promise<Module>, files: string): Promise<Module> {
  const needed = files === '*' ? allTexts : files.split(' ').filter(Boolean);
  const [loaded] = await Promise.all([module, loadTexts(needed)]);
  return loaded;
}
