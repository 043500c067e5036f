// What of the back office stands in the address: the tab, what is open in it, and
// what was asked of it. So the palette opens anything by an address.
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** A part of the address; null takes it out. */
export type Place = Record<string, string | null>;

export function useAddress() {
  const [params, setParams] = useSearchParams();
  const show = (next: URLSearchParams) => setParams(next, { replace: true, preventScrollReset: true });
  return {
    params,
    /** Changes parts and keeps the others. */
    change(parts: Place) {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(parts)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      show(next);
    },
    /** Shows another place. */
    go: (place: Record<string, string>) => show(new URLSearchParams(place)),
  };
}

/**
 * State that an address can set: what `name` says in it counts each time one is gone
 * to. Its own changes are at once and leave the address as it is.
 */
export function useAddressed(name: string) {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const asked = params.get(name);
  const [seen, setSeen] = useState(key);
  const [value, setValue] = useState(asked);
  if (seen !== key) {
    setSeen(key);
    if (asked !== null) setValue(asked);
  }
  return [value, setValue] as const;
}
