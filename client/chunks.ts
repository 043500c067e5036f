// Which modules members' pages load as one file. Without this a page opens some fifty
// small ones, which takes a browser longer than the page itself, from its cache too.

/** What the bundler tells of a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Loaded before anybody is signed in: none of it may pull the members' file in. */
const atSignIn = ['/src/main.tsx', '/src/features/auth/LoginRoute.tsx'];

/** In every page of a member. */
const always = '/src/app/MemberArea.tsx';

const pages = [
  '/src/features/dashboard/DashboardRoute.tsx',
  '/src/features/profile/ProfileRoute.tsx',
  '/src/features/rank/RankRoute.tsx',
  '/src/features/checkin/CheckinRoute.tsx',
  '/src/features/decrypt/DecryptRoute.tsx',
  '/src/features/emergency/EmergencyRoute.tsx',
  '/src/features/contribute/ContributeRoute.tsx',
];

/** The name of the file for a module; null leaves it to the bundler. */
export function memberChunk(root: string) {
  let shared: Set<string> | null = null;
  return (id: string, modules: Modules): string | null => {
    shared ??= sharedModules(root, modules);
    return shared.has(id) ? 'members' : null;
  };
}

function sharedModules(root: string, modules: Modules): Set<string> {
  const loaded = (page: string) => {
    const all = new Set<string>();
    const open = [root + page];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (all.has(id)) continue;
      all.add(id);
      open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
    return all;
  };
  const early = new Set(atSignIn.flatMap((page) => [...loaded(page)]));
  const times = new Map<string, number>();
  for (const page of pages) for (const id of loaded(page)) times.set(id, (times.get(id) ?? 0) + 1);
  const shared = new Set(loaded(always));
  for (const [id, pagesWithIt] of times) if (pagesWithIt > 1) shared.add(id);
  return new Set([...shared].filter((id) => !early.has(id)));
}
