// The configuration of this installation. The last answer is stored on the device, so that
// the page shows the community's own name at once. The sign-in page needs it and does without
// React Query, which would be a tenth of all that it loads.
import { useEffect } from 'react';
import { create } from 'zustand';
import { api } from '@/net/api';
import type { Config } from '@/wire/bodies.gen';
import type { CommunityChanged } from '@/wire/frames.gen';
import { readDeviceItem, writeDeviceItem } from './deviceStorage';

const storedUnder = 'config';
const attempts = 3;
const firstPauseMs = 500;
const freshMs = 30_000;

interface ConfigState {
  config: Config | undefined;
  /** The server has answered since the page was loaded. */
  fresh: boolean;
}

export const useConfigState = create<ConfigState>(() => ({ config: stored(), fresh: false }));

function stored(): Config | undefined {
  try {
    const config: unknown = JSON.parse(readDeviceItem(storedUnder) ?? 'null');
    return typeof config === 'object' && config !== null ? (config as Config) : undefined;
  } catch {
    return undefined;
  }
}

let pending: Promise<Config> | null = null;
let answeredAt = Number.NEGATIVE_INFINITY;

/** Requests the configuration; concurrent calls share an answer. */
export function fetchConfig(): Promise<Config> {
  if (pending) return pending;
  const asked = api
    .get<Config>('/config')
    .then((config) => {
      if (pending !== asked) return config; // what is known was reset meanwhile
      answeredAt = Date.now();
      keep(config);
      useConfigState.setState({ fresh: true });
      return config;
    })
    .finally(() => {
      if (pending === asked) pending = null;
    });
  pending = asked;
  return asked;
}

function keep(config: Config) {
  writeDeviceItem(storedUnder, JSON.stringify(config));
  useConfigState.setState({ config });
}

/** Requests it again unless it was just answered: an administrator may have changed it. */
export function refreshConfig() {
  if (Math.abs(Date.now() - answeredAt) >= freshMs) void fetchConfig().catch(() => {});
}

/** An administrator has changed what every page shows. */
export function onCommunityChanged({ communityName, supportEmail }: CommunityChanged) {
  const change = () => {
    const { config } = useConfigState.getState();
    if (config) keep({ ...config, communityName, supportEmail });
  };
  change();
  // What was asked before may be answered as it was then.
  pending?.then(change, () => {});
}

let resets = 0;

/** Requests it a few times, until the server has answered once or what is known was reset. */
async function ensureConfig() {
  const since = resets;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, firstPauseMs * 2 ** attempt));
    if (resets !== since || useConfigState.getState().fresh) return;
    await fetchConfig().catch(() => {});
  }
}

/** The configuration, with and without a session; undefined until it is known. */
export function useConfig(): Config | undefined {
  useEffect(() => {
    const ensure = () => void ensureConfig();
    // A page that is seen again shows the community by its name of now.
    const seen = () => document.visibilityState === 'visible' && refreshConfig();
    if (!pending) ensure();
    window.addEventListener('online', ensure);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('online', ensure);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return useConfigState((state) => state.config);
}

/** What the community is called. */
export const useCommunityName = (): string => useConfig()?.communityName || 'Muster';

/** Has it requested anew by whoever is drawn next; until then what the device holds is shown. */
export function resetConfig() {
  resets++;
  answeredAt = Number.NEGATIVE_INFINITY;
  pending = null; // an answer that never comes is not waited for
  useConfigState.setState({ config: stored(), fresh: false });
}
