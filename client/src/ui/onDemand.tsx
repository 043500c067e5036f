// A dialog whose code is fetched when it is first opened. Nothing is shown until
// it is there, so the focus stays on the button. When it cannot be fetched, a toast
// says so and the dialog counts as closed; a new build is offered by app/buildNotice.ts.
import { texts } from 'texts:ui';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadModule, ModuleError, reloadPage } from '@/net/loadModule';
import { toast } from '@/stores/toast';

/** Says that something could not be fetched, unless a new build is offered instead. */
export function sayFetchFailed(failure: unknown) {
  if (failure instanceof ModuleError && failure.replaced) return;
  const again = async () => {
    if (!(await reloadPage())) sayFetchFailed(failure);
  };
  toast(texts.fetchFailed, { tone: 'alert', action: { label: texts.tryAgain, run: () => void again() } });
}

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
      loadModule(load).then(
        (module) => {
          fetched = module.default;
          if (!gone) setPart(() => module.default);
        },
        (failure: unknown) => {
          if (gone) return;
          sayFetchFailed(failure);
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

/** The same for a dialog that is always drawn with its `open`: fetched when it is first opened. */
export function whenOpen<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & { open: boolean }> {
  let loaded = false;
  const Part = onDemand<Props & { open: boolean }>(async () => {
    const module = await load();
    loaded = true;
    return module as { default: ComponentType<Props & { open: boolean }> };
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once a dialog, when its module is read
  return function WhenOpen(props: Props & { open: boolean }) {
    const { open } = props;
    const [mounted, setMounted] = useState(open);
    if (open && !mounted) setMounted(true);
    // It could not be fetched: the next opening tries again.
    if (!open && mounted && !loaded) setMounted(false);
    return mounted ? <Part {...props} /> : null;
  };
}
