// What a browser on a device is called. The server stores it in English.
import { texts } from 'texts:parts/people/devices';

/** 'Firefox on Linux' in the language in use; '' stays. */
export function deviceName(stored: string): string {
  const [, named = stored, system] = /^(.+) on (\w+)$/.exec(stored) ?? [];
  const browser = named === 'Unknown browser' ? texts.unknownBrowser : named;
  return system ? texts.browserOn({ browser, system }) : browser;
}
