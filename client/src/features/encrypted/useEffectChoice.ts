// Whether opening a message is shown as one: off with reduced motion, and where the
// person has switched it off on this device.
import { useState } from 'react';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';
import { useReducedMotion } from '@/ui/useMedia';

const storedUnder = 'decrypt-effect';
/** The letters turn for so long at least, so that one sees the code being tried. */
const turnMs = 700;

export interface EffectChoice {
  on: boolean;
  /** The system asks for less motion: there is nothing to choose. */
  fixed: boolean;
  choose: (on: boolean) => void;
  /** Waits until the effect has been seen. */
  hold: (began: number) => Promise<void>;
}

export function useEffectChoice(): EffectChoice {
  const reduced = useReducedMotion();
  const [enabled, setEnabled] = useState(() => readDeviceItem(storedUnder) !== 'off');
  const on = enabled && !reduced;
  return {
    on,
    fixed: reduced,
    choose(next) {
      writeDeviceItem(storedUnder, next ? null : 'off');
      setEnabled(next);
    },
    hold(began) {
      const left = on ? turnMs - (Date.now() - began) : 0;
      return left > 0 ? new Promise((done) => setTimeout(done, left)) : Promise.resolve();
    },
  };
}
