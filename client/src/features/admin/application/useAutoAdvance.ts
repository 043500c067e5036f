// Whether a decision leads to the next application; remembered on this device.
import { useState } from 'react';
import { readDeviceItem, writeDeviceItem } from '@/stores/session/deviceStorage';

const key = 'reviewAutoAdvance';
const off = 'off';

export function useAutoAdvance() {
  const [on, setOn] = useState(() => readDeviceItem(key) !== off);
  function choose(next: boolean) {
    writeDeviceItem(key, next ? null : off);
    setOn(next);
  }
  return [on, choose] as const;
}
