// A menu whose code is fetched when its button is first pressed, or pointed at or focused.
import { type ComponentType, cloneElement, type ReactElement, useState } from 'react';
import { loadModule } from '@/net/loadModule';
import { sayFetchFailed } from './onDemand';

interface ButtonProps {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
}

/** The menu is open when it is first drawn: it was pressed before it was there. */
export function menuOnDemand<Props extends { trigger: ReactElement }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const fetchAhead = () => void load().catch(() => {});
  // biome-ignore lint/correctness/noComponentHookFactories: called once a menu, when its module is read
  return function MenuOnDemand(props: Props) {
    const [Fetched, setFetched] = useState<ComponentType<Props> | null>(null);
    const open = () =>
      void loadModule(load).then((module) => setFetched(() => module.default), sayFetchFailed);
    if (Fetched) return <Fetched {...props} />;
    return cloneElement(props.trigger as ReactElement<ButtonProps>, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: open,
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
    });
  };
}
