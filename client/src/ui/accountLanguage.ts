// The language of the account, which mails and notifications speak and other devices follow,
// and of the other tabs. No page waits for it: it is fetched once the first screen has settled.
import { languageTag, offered, speak } from '@/languages/texts';
import { api } from '@/net/api';
import { readDeviceItem } from '@/stores/session/deviceStorage';
import { useSession } from '@/stores/session/session';
import { readTabItem, writeTabItem } from '@/stores/session/tabStorage';
import type { OK, SetLanguage } from '@/wire/bodies.gen';
import { chooseLanguage, languageKey, languageWanted, waitingKey } from './language';

/** What this page knows to be in whose account. */
let kept: { member: string | undefined; tag: string } | null = null;
const keptAs = (tag: string) => {
  kept = { member: useSession.getState().user?.id, tag };
};

/** Keeps a choice in the account; without a session, or where it fails, it waits for agreeWithAccount. */
export async function keepInAccount(language: string): Promise<void> {
  writeTabItem(waitingKey, language);
  if (!useSession.getState().token) return;
  await api.put<OK>('/profile/language', { language } satisfies SetLanguage);
  keptAs(language);
  writeTabItem(waitingKey, null);
}

/**
 * The account gets what was chosen here, or what is spoken where it has no language; else
 * this device follows it. `language` is the account's as it was read.
 */
export async function agreeWithAccount(language: string): Promise<void> {
  const waiting = readTabItem(waitingKey);
  if (waiting || language === '') return keepInAccount(waiting ?? languageTag());
  const now = kept && kept.member === useSession.getState().user?.id ? kept.tag : language;
  // A server of another release may know languages that this page does not, or none at all.
  const known = offered.some(({ tag }) => tag === now);
  if (known && now !== languageTag()) await chooseLanguage(now);
}

/**
 * Another tab chose, and puts it into the account. Everything is drawn anew, so a tab with an
 * open dialog waits until it is next seen without one.
 */
function followOtherTabs() {
  const tag = languageWanted();
  if (readDeviceItem(languageKey) !== tag || tag === languageTag()) return;
  if (document.querySelector('[role="dialog"]')) return;
  writeTabItem(waitingKey, null);
  keptAs(tag);
  void speak(tag).catch(() => {}); // the next look tries again
}
window.addEventListener('storage', ({ key }) => key === languageKey && followOtherTabs());
document.addEventListener('visibilitychange', () => document.hidden || followOtherTabs());
