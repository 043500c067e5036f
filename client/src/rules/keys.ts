// Every key that does something of its own, by the place where it does. The sheet of all
// keys shows them; widgets have those of their kind besides.
import { texts } from 'texts:keys/rules';
import { textNamed } from '@/languages/texts';

/** Keys that are held together. */
export type Keys = readonly string[];

export interface KeyAct {
  /** A name of texts:keys, acts. */
  act:
    | 'help'
    | 'notices'
    | 'close'
    | 'search'
    | 'send'
    | 'line'
    | 'editLast'
    | 'move'
    | 'open'
    | 'palette'
    | 'users'
    | 'walk'
    | 'choose'
    | 'reason'
    | 'decide';
  /** Any of these does it. */
  keys: readonly Keys[];
}

export const helpKey = '?';
export const noticesKey = 'F8';

interface Place {
  place: 'everywhere' | 'room' | 'admin' | 'review';
  acts: readonly KeyAct[];
}

export const places: readonly Place[] = [
  {
    place: 'everywhere',
    acts: [
      { act: 'help', keys: [[helpKey]] },
      { act: 'notices', keys: [[noticesKey]] },
      { act: 'close', keys: [['Escape']] },
    ],
  },
  {
    place: 'room',
    acts: [
      { act: 'search', keys: [['Ctrl', 'K']] },
      { act: 'send', keys: [['Enter']] },
      { act: 'line', keys: [['Shift', 'Enter']] },
      { act: 'editLast', keys: [['↑']] },
      { act: 'move', keys: [['↑'], ['↓']] },
      { act: 'open', keys: [['Enter']] },
    ],
  },
];

/** What administrators have besides. */
export const adminPlaces: readonly Place[] = [
  {
    place: 'admin',
    acts: [
      { act: 'palette', keys: [['Ctrl', 'K']] },
      { act: 'users', keys: [['/']] },
    ],
  },
  {
    place: 'review',
    acts: [
      { act: 'walk', keys: [['←'], ['→']] },
      { act: 'choose', keys: [['1'], ['2'], ['3'], ['4']] },
      { act: 'reason', keys: [['R']] },
      { act: 'decide', keys: [['Ctrl', 'Enter']] },
    ],
  },
];

/** On a Mac the command key stands for Ctrl. */
export const onApple = (platform: string) => /mac|iphone|ipad/i.test(platform);

const command = '⌘';

/** The name of a key on the person's own keyboard: in German Strg, on a Mac ⌘ for Ctrl. */
export const keyName = (key: string) =>
  key === 'Ctrl' && onApple(navigator.platform) ? command : (textNamed(texts.names, key) ?? key);

/** Keys that are held together: Ctrl+K, on a Mac ⌘K. */
export const keysInWords = (keys: Keys) => keys.map(keyName).join('+').replace(`${command}+`, command);
