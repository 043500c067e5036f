// Night unless daylight, or the system's wish, is chosen on this device. The
// system is not the default: a browser without a wish reports a light one.
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

export type ThemeChoice = 'system' | 'night' | 'daylight';

const themeKey = 'theme';

/** The choice stored on this device. */
export function themeChoice(): ThemeChoice {
  const stored = readDeviceItem(themeKey);
  return stored === 'system' || stored === 'daylight' ? stored : 'night';
}

/** Puts the stored choice on the page; called before the first paint. */
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
  writeDeviceItem(themeKey, choice);
  applyTheme();
}

// Another tab chose.
window.addEventListener('storage', ({ key }) => key === themeKey && applyTheme());
