// The browser's back button and a phone's close what is uppermost: a dialog, a menu, a
// picture. The page is left by the next press.
import { type ContextType, type RefObject, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';
import { wasAsked } from './unsaved';

/** Where a step leads. */
export interface Address {
  pathname: string;
  search: string;
}

/** Something that is open over the page. */
interface Layer {
  close: () => void;
  staysAt: ((address: Address) => boolean) | undefined;
}

type Router = NonNullable<ContextType<typeof DataRouterContext>>['router'];

/** A button of the system, as a phone's, where the browser tells it from a step through the history. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy: () => void;
}
declare global {
  var CloseWatcher: (new () => CloseWatcher) | undefined;
}

const key = 'layers';
const layers: RefObject<Layer>[] = [];
let unfollow = () => {};

/**
 * Has the back button close what is `open`. `close` may ask, and leave it open. `staysAt`
 * knows the addresses at which it stays open. The makers' own pages and tests have no router.
 */
export function useBackCloses(open: boolean, close: () => void, staysAt?: Layer['staysAt']) {
  const router = useContext(DataRouterContext)?.router;
  const layer = useRef<Layer>({ close, staysAt });
  layer.current = { close, staysAt };
  useEffect(() => {
    if (!open || !router) return;
    if (layers.push(layer) === 1) unfollow = follow(router);
    const unwatch = watch(layer);
    return () => {
      unwatch();
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) unfollow();
    };
  }, [open, router]);
}

/** Holds back steps through the history. useBlocker would be in the first file of every page, and the router has one blocker at a time. */
function follow(router: Router): () => void {
  router.getBlocker(
    key,
    ({ historyAction, nextLocation }) =>
      historyAction === 'POP' && !wasAsked() && !layers.at(-1)?.current.staysAt?.(nextLocation),
  );
  const stop = router.subscribe(({ blockers }) => {
    const blocker = blockers.get(key);
    if (blocker?.state !== 'blocked') return;
    blocker.reset();
    // Once the browser is back at this page: what closes may take a step itself.
    window.addEventListener('popstate', () => layers.at(-1)?.current.close(), { once: true });
  });
  return () => {
    stop();
    router.deleteBlocker(key);
  };
}

/** The first page of the history has no step back to hold: there the button would leave the app. */
function watch(layer: RefObject<Layer>): () => void {
  const { CloseWatcher } = globalThis;
  if (!CloseWatcher) return holdFirst(layer);
  let watcher: CloseWatcher;
  const begin = () => {
    watcher = new CloseWatcher();
    watcher.onclose = () => {
      begin(); // it may stay open
      // The browser may close several at once.
      if (layers.at(-1) === layer) layer.current.close();
    };
  };
  begin();
  return () => watcher.destroy();
}

/**
 * Browsers without it get a second entry of the first page, of which the router knows nothing.
 * What an address opens is no more than that page: one leaves it by the button.
 */
function holdFirst(layer: RefObject<Layer>): () => void {
  const first = () => history.state?.idx === 0 && !history.state.held;
  const push = () => layers[0] && first() && history.pushState({ ...history.state, held: true }, '');
  function stepped(event: Event) {
    if (!first() || layers.at(-1) !== layer) return;
    event.stopImmediatePropagation();
    layer.current.close();
    setTimeout(push); // it may stay open
  }
  if (layer.current.staysAt) return () => {};
  push();
  addEventListener('popstate', stepped, true);
  return () => removeEventListener('popstate', stepped, true);
}
