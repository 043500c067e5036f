// A few words beside a control. Never the only place where something is said.
import { Tooltip } from 'radix-ui';
import s from './Tip.module.css';

export interface TipProps {
  text: string;
  /** What it stands beside, on the screen. */
  at: DOMRect;
  onClose: () => void;
}

export default function Tip({ text, at, onClose }: TipProps) {
  const { left, top, width, height } = at;
  return (
    <Tooltip.Provider>
      <Tooltip.Root open onOpenChange={(open) => !open && onClose()}>
        <Tooltip.Trigger asChild>
          <span className={s.anchor} style={{ left, top, width, height }} aria-hidden="true" tabIndex={-1} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className={s.tip} side="top" sideOffset={6} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
