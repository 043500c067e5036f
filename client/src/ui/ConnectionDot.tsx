// How the live connection stands: a shape, a colour and a word.

import { texts } from 'texts:ui';
import s from './ConnectionDot.module.css';
import { cx } from './cx';

export type ConnectionState = 'live' | 'connecting' | 'offline';

const words = (): Record<ConnectionState, string> => ({
  live: texts.connected,
  connecting: texts.connecting,
  offline: texts.disconnected,
});

interface ConnectionDotProps {
  state: ConnectionState;
  /** Another word than the state's own. */
  label?: string;
  /** Says the word without showing it. */
  hideLabel?: boolean;
}

export function ConnectionDot({ state, label = words()[state], hideLabel }: ConnectionDotProps) {
  return (
    <span className={cx(s.dot, s[state])}>
      <span className={s.mark} aria-hidden="true" />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </span>
  );
}
