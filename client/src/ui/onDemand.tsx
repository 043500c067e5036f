// A dialog whose code is fetched when it is first opened. Nothing is shown until
// it is there, so the focus stays on the button; when it cannot be fetched,
// that is said and the dialog counts as closed.
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from '@/stores/toast';

export const fetchFailed = 'This could not be loaded. Please try again.';

export function onDemand<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once a dialog, when its module is read
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => fetched);
    const { onClose } = props;
    const close = useRef(onClose);
    close.current = onClose;
    useEffect(() => {
      if (fetched) return;
      let gone = false;
      load().then(
        (module) => {
          fetched = module.default;
          if (!gone) setPart(() => module.default);
        },
        () => {
          if (gone) return;
          toast(fetchFailed, { tone: 'alert' });
          close.current();
        },
      );
      return () => {
        gone = true;
      };
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
