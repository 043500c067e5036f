// The language of this device: chosen, else the first of the browser's that there is.
// accountLanguage.ts has that of the account.
import { loadTexts, offered, speak } from '@/languages/texts';
import { cacheBuild } from '@/net/worker';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

export const languageKey = 'language';
/** Of the tab: chosen in it, and not in the account yet. */
export const waitingKey = 'language_chosen';
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
      const tag = languageWanted();
      await speak(tag, () => setLanguageCookie(tag));
      await loadTexts(['start']);
      return;
    } catch {
      await new Promise((done) => setTimeout(done, againMs));
    }
  }
}

/**
 * Sends the language with every request from now on. The server says its sentences in it, also
 * on a socket that is opened as the page is drawn anew, and names the first texts to the browser
 * before the script asks for them. Browsers forget cookies of scripts after days, so each start
 * sets it anew.
 */
function setLanguageCookie(tag: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${languageKey}=${tag}; path=/; max-age=31536000; samesite=lax`;
}

/** Speaks another language and keeps it as this device's. Fails when its texts cannot be fetched. */
export async function chooseLanguage(tag: string): Promise<void> {
  await speak(tag, () => {
    writeDeviceItem(languageKey, tag);
    setLanguageCookie(tag);
  });
  void cacheBuild();
}
