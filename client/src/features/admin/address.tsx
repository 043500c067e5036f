// What of the back office stands in the address: the tab, what is open in it, and
// what was asked of it. So everything can be linked to, and the back button closes
// what was opened.
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  matchPath,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { paths } from '@/rules/paths';
import { withoutAsking } from '@/ui/unsaved';
import { useDebounced } from '@/ui/useDebounced';

/** Parts of the address; null or nothing takes one out. */
export type Place = Record<string, string | null | undefined>;

/** Kept with a step of the history that opened something: what lies under it, as the step before shows it. */
interface Step {
  under: string;
}

interface Address {
  params: URLSearchParams;
  /** Narrows or turns what is shown: no step of its own for the back button. */
  change: (parts: Place) => void;
  /** Opens something over what is shown; the back button closes it. */
  open: (parts: Place) => void;
  /** Closes what these parts opened, wherever it was opened from. */
  close: (...names: string[]) => void;
  /** Shows another place. */
  go: (place: Record<string, string>) => void;
}

const Scope = createContext<Address | null>(null);

export function useAddress(): Address {
  const address = useContext(Scope);
  if (!address) throw new Error('outside of AddressScope');
  return address;
}

/** What was chosen, and is shown until the router is somewhere. */
interface Ahead {
  params: URLSearchParams;
  step: Step | null;
}

/** One for the whole back office: what one part of it has just chosen the others know at once. */
export function AddressScope({ children }: { children: ReactNode }) {
  const [reached, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  // Going to an address takes a moment; what was chosen is shown at once.
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const { params, step } = ahead ?? { params: reached, step: state as Step | null };
  // Going back takes a moment too, in which a second press must not go further.
  const closing = useRef(false);
  const router = useContext(DataRouterContext)?.router;
  useEffect(
    () =>
      router?.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') return;
        closing.current = false;
        // There, or elsewhere by the back button: in one transition with the router's own, so
        // that nothing is drawn between.
        startTransition(() => setAhead(null));
      }),
    [router],
  );
  function changed(parts: Place) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(parts)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next;
  }
  function show(next: URLSearchParams, replace: boolean, its: Step | null) {
    setAhead({ params: next, step: its });
    setParams(next, { replace, state: its, preventScrollReset: true });
  }
  const change = (parts: Place) => show(changed(parts), true, step);
  const address: Address = {
    params,
    change,
    open: (parts) => show(changed(parts), false, { under: params.toString() }),
    close(...names) {
      const without = Object.fromEntries(names.map((name) => [name, null]));
      const under = changed(without);
      if (under.toString() !== step?.under) change(without);
      else if (!closing.current) {
        closing.current = true;
        setAhead({ params: under, step: null });
        void withoutAsking(() => navigate(-1));
      }
    },
    go(place) {
      const next = new URLSearchParams(place);
      if (matchPath(paths.admin, pathname)) show(next, false, null);
      else void navigate({ pathname: paths.admin, search: next.toString() });
    },
  };
  return <Scope value={address}>{children}</Scope>;
}

type Options<Value extends string> = readonly { readonly value: Value }[];

/** The option of this name; `usual` for any other. */
export const named = <Value extends string>(options: Options<Value>, name: string | null, usual: Value) =>
  options.find(({ value }) => value === name)?.value ?? usual;

/** Which of a few the address names; `usual` is not written into it. */
export function useChoice<Value extends string>(name: string, options: Options<Value>, usual: Value) {
  const { params, change } = useAddress();
  const value = named(options, params.get(name), usual);
  return [value, (next: Value) => change({ [name]: next === usual ? null : next })] as const;
}

/**
 * A text that is written into the address once typing has stood still for `ms`. `text`
 * is that of the address.
 */
export function useTyped(name: string, ms: number) {
  const { params, change } = useAddress();
  const text = params.get(name) ?? '';
  const [typed, setTyped] = useState(text);
  const debounced = useDebounced(typed.trim(), ms);
  const written = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the typing stands still, and only then
  useEffect(() => {
    if (debounced === written.current) return;
    written.current = debounced;
    change({ [name]: debounced });
  }, [debounced]);
  // Another place was gone to.
  useEffect(() => {
    if (text === written.current) return;
    written.current = text;
    setTyped(text);
  }, [text]);
  return { text, typed, setTyped };
}
