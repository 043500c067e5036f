// Night unless daylight, or the system's wish, is chosen on this device. The
// system is not the default: a browser without a wish reports a light one.
import { keep, readKept } from '@/stores/session/device';

export type ThemeChoice = 'system' | 'night' | 'daylight';

const themeKey = 'theme';

/** The choice kept on this device. */
export function themeChoice(): ThemeChoice {
  const kept = readKept(themeKey);
  return kept === 'system' || kept === 'daylight' ? kept : 'night';
}

/** Puts the kept choice on the page; called before the first paint. */
export function applyTheme() {
  const choice = themeChoice();
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;

  // The browser's own bar takes the page's colour.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? nightColour : daylightColour;
    meta.content = choice === 'system' ? own : choice === 'night' ? nightColour : daylightColour;
  }
}

const nightColour = '#0c0f0a';
const daylightColour = '#ecebe2';

/** Keeps a choice and applies it. */
export function chooseTheme(choice: ThemeChoice) {
  keep(themeKey, choice);
  applyTheme();
}
