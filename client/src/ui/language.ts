// The language of this device: chosen, else the first of the browser's that there is.
import { loadTexts, offered, speak } from '@/languages/texts';
import { cacheBuild } from '@/net/worker';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

const languageKey = 'language';
const againMs = 2_000;

/** The offered language that serves a tag (BCP 47), as de serves de-AT; undefined for none. */
const serving = (tag: string) => {
  const wanted = tag.toLowerCase();
  const base = wanted.split('-')[0];
  return (
    offered.find((each) => each.tag.toLowerCase() === wanted) ??
    offered.find(({ tag: each }) => each === base)
  )?.tag;
};

/** The tag of the language that this device wants. */
export function languageWanted(): string {
  const wishes = [readDeviceItem(languageKey) ?? '', ...navigator.languages];
  return wishes.map(serving).find(Boolean) ?? offered[0]?.tag ?? 'en';
}

/** Has the first texts there, in the language of this device. On a bad line it goes on asking. */
export async function startLanguage(): Promise<void> {
  for (;;) {
    try {
      await speak(languageWanted());
      await loadTexts(['start']);
      return;
    } catch {
      await new Promise((done) => setTimeout(done, againMs));
    }
  }
}

/** Speaks another language and keeps it as this device's. Fails when its texts cannot be fetched. */
export async function chooseLanguage(tag: string): Promise<void> {
  await speak(tag);
  writeDeviceItem(languageKey, tag);
  void cacheBuild();
}
