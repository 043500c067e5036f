// The toaster, fetched when the first screen has settled or the first toast comes, so that it
// does not delay the first screen.
import { type ComponentType, useEffect, useState } from 'react';
import { useToasts } from '@/stores/toast';

const aheadAfterMs = 1_000;
const load = () => import('@/ui/Toaster').then(({ Toaster }) => Toaster);

export function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const needed = useToasts(({ toasts }) => toasts.length > 0);
  useEffect(() => {
    const fetch = () =>
      void load().then(
        (component) => setToaster(() => component),
        () => {}, // the next toast tries again
      );
    const timer = setTimeout(fetch, needed ? 0 : aheadAfterMs);
    return () => clearTimeout(timer);
  }, [needed]);
  return Toaster && <Toaster />;
}
