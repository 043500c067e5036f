// Which modules are loaded as one file. Without this a page opens some fifty small ones,
// which takes a browser longer than the page itself, from its cache too.

/** What the bundler says of a module. */
interface Modules {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const start = ['/src/main.tsx'];
const signIn = ['/src/features/people/signIn/LoginRoute.tsx'];

/** Opened by strangers, who need little of what members do. */
const application = ['/src/features/application/ApplyRoute.tsx', '/src/features/application/StatusRoute.tsx'];

/** In every page of a member, and small. */
const area = ['/src/app/MemberArea.tsx', '/src/app/adminGuard.ts', '/src/app/firstStepsGuard.ts'];

/** Opened often by members: what more than three of them need is one file. */
export const pages = [
  '/src/features/dashboard/DashboardRoute.tsx',
  '/src/features/people/profile/ProfileRoute.tsx',
  '/src/features/rank/myRank/RankRoute.tsx',
  '/src/features/rank/checkin/CheckinRoute.tsx',
  '/src/features/encrypted/DecryptRoute.tsx',
  '/src/features/emergency/EmergencyRoute.tsx',
  '/src/features/money/contribute/ContributeRoute.tsx',
];

/** Screens of members that are seen seldom or once, and say nothing of what the others share. */
export const seldom = [
  '/src/features/welcome/WelcomeRoute.tsx',
  '/src/features/money/contribute/ContributeSuccessRoute.tsx',
  '/src/features/money/serverCost/LedgerRoute.tsx',
  '/src/features/money/serverCost/ServerCostSuccessRoute.tsx',
];

const chatFolder = '/src/features/chat/';
const chat = ['/src/features/chat/rooms/ChatListRoute.tsx', '/src/features/chat/room/ChatRoute.tsx'];

/** A screen of a member or a tab of the back office; first steps are seen once and wait for no file. */
const screen =
  /\/src\/features\/(?!chat\/|welcome\/|admin\/community\/Setup)(?:(?:\w+\/)+\w+Route|admin\/(?:\w+\/)+(?:\w+Tab|ChatManagement))\.tsx$/;
/** Smaller than the way to a file of it. */
const tiny = /\/lucide-react\/|\/rules\/brand\.ts$/;
/** Shared with few screens, and too large for all. */
const big = /\/parts\/voice/;

/** What every dialog needs, and no page before one is opened. */
const dialog = ['/src/ui/Modal.tsx'];
const tabs = ['/src/ui/Tabs.tsx'];
/** Two small modules that go together. */
const tags = ['/src/parts/people/member/Tags.tsx'];

/** Every module that is named here. */
export const named = [start, signIn, application, area, pages, seldom, chat, dialog, tabs, tags].flat();

/** A module of more pages than this belongs to all of them. */
const sharedByMoreThan = 3;

/** The name of the file for a module; null leaves it to the bundler. */
export function chunkOf(root: string) {
  let names: Map<string, string> | null = null;
  return (id: string, modules: Modules): string | null => {
    names ??= chunks(root, modules);
    const first = /rolldown\/runtime|\/node_modules\/@messageformat\/|\/src\/languages\//.test(id);
    return names.get(id) ?? (first ? 'start' : null);
  };
}

function chunks(root: string, modules: Modules): Map<string, string> {
  const loaded = (roots: readonly string[]) => loadedBy(roots.map((module) => root + module));
  const loadedBy = (open: string[]) => {
    const all = new Set<string>();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (all.has(id)) continue;
      all.add(id);
      open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
    return all;
  };
  const names = new Map<string, string>();
  // The first that takes a module has it.
  const take = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!names.has(id)) names.set(id, name);
  };
  take('start', loaded(start));
  // Alone it would be a file of every page.
  take('start', [`${root}/src/ui/Badge.module.css`]);
  const early = loaded(signIn);
  const applying = loaded(application);
  // Its small parts are in most pages, too.
  const part = /\/(?:src\/ui|node_modules)\//;
  take(
    'start',
    [...early].filter((id) => part.test(id) || (applying.has(id) && id.includes('/src/stores/session/'))),
  );
  const free = (ids: Iterable<string>) => [...ids].filter((id) => !early.has(id));
  // What an applicant's page needs of the members' is a file that both fetch.
  const takeShared = (name: string, ids: string[]) => {
    take(
      'everybody',
      ids.filter((id) => applying.has(id)),
    );
    take(name, ids);
  };
  takeShared('members', free(loaded(area)));

  // The basis of all widgets is in tabs as well, which are drawn without a dialog.
  const basis = loaded(tabs);
  const fromLibraries = (id: string) => id.includes('/node_modules/') && !id.includes('/lucide-react/');
  take(
    'dialog',
    free(loaded(dialog)).filter((id) => fromLibraries(id) && !basis.has(id)),
  );

  const times = counted(pages.map((page) => root + page));
  const used = (more: number) => [...times].filter(([, pagesWithIt]) => pagesWithIt > more).map(([id]) => id);
  take('pages', free(used(sharedByMoreThan)));

  take('tags', free(loaded(tags)));

  const inChat = free(loaded(chat));
  const onDemandElsewhere = onDemand().filter((id) => !id.startsWith(root + chatFolder));
  const screens = onDemandElsewhere.filter((id) => screen.test(id));
  // What several screens share with chat, or the back office does, is small, and belongs
  // to all of them. What one screen of members shares with it, and what only dialogs do,
  // is a file each: they fetch it with chat's or alone.
  const withIt = counted(screens);
  const inBackOffice = loadedBy(screens.filter((id) => id.includes('/features/admin/')));
  const inDialogs = loadedBy([...onDemandElsewhere]);
  const shared = inChat.filter((id) => !basis.has(id) && !big.test(id));
  const sharedBy = (fits: (screens: number) => boolean) => shared.filter((id) => fits(withIt.get(id) ?? 0));
  takeShared(
    'members',
    sharedBy((n) => n > 0).filter((id) => withIt.get(id) !== 1 || inBackOffice.has(id)),
  );
  const withOne = sharedBy((n) => n === 1).filter((id) => !names.has(id));
  // A screen that has only icons of these does not fetch all of them.
  for (const one of screens) {
    const inIt = loadedBy([one]);
    const its = withOne.filter((id) => inIt.has(id));
    if (its.every((id) => tiny.test(id))) take('members', its);
  }
  take('chatOrOne', withOne);
  take(
    'chatOrDialog',
    sharedBy((n) => n === 0).filter((id) => inDialogs.has(id)),
  );
  take(
    'chat',
    inChat.filter((id) => !withIt.has(id)),
  );
  return names;

  /** In how many of these each module is. */
  function counted(roots: readonly string[]) {
    const times = new Map<string, number>();
    for (const one of roots) for (const id of loadedBy([one])) times.set(id, (times.get(id) ?? 0) + 1);
    return times;
  }

  /** Every module that is fetched when it is first needed. */
  function onDemand(): string[] {
    const targets = new Set<string>();
    const seen = new Set<string>();
    const open = start.map((module) => root + module);
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
      for (const target of dynamicallyImportedIds) targets.add(target);
      open.push(...importedIds, ...dynamicallyImportedIds);
    }
    return [...targets];
  }
}
