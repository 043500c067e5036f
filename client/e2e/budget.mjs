// Measures what each route loads first, from the build's manifest, and fails when it is
// too much; also that only Latin fonts are cached with every build. `--files` lists the files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
/** The files of texts that each module needs. */
const texts = JSON.parse(readFileSync(join(dist, '.vite/texts.json'), 'utf8'));

/** A chunk of chunks.ts. */
const chunkNamed = (name) =>
  Object.keys(manifest).find((key) => key.startsWith(`_${name}-`) && key.endsWith('.js'));

const entry = chunkNamed('start');
const member = [chunkNamed('members')];
const memberPage = { kib: 165, modules: member };
const page = (module, budget = memberPage) => ({
  ...budget,
  modules: [...budget.modules, `src/features/${module}.tsx`],
});
const room = { kib: 200, files: 20, modules: member };
const admin = { kib: 180, modules: [...member, 'src/features/admin/AdminRoute.tsx'] };

/** What each route may load before it is drawn: scripts and styles, compressed. */
const budgets = {
  '/login': { kib: 120, modules: ['src/features/people/signIn/LoginRoute.tsx'] },
  '/face-recognition': { kib: 165, modules: ['src/features/face/FaceRoute.tsx'] },
  '/apply': { kib: 150, modules: ['src/features/application/ApplyRoute.tsx'] },
  '/apply/status': { kib: 150, modules: ['src/features/application/StatusRoute.tsx'] },
  '/dashboard': page('dashboard/DashboardRoute'),
  '/welcome': page('welcome/WelcomeRoute'),
  '/profile': page('people/profile/ProfileRoute'),
  '/rank': page('rank/myRank/RankRoute'),
  '/checkin': page('rank/checkin/CheckinRoute'),
  '/decrypt': page('encrypted/DecryptRoute'),
  '/emergency': page('emergency/EmergencyRoute'),
  '/contribute': page('money/contribute/ContributeRoute'),
  '/contribute/success': page('money/contribute/ContributeSuccessRoute'),
  '/server-cost': page('money/serverCost/LedgerRoute'),
  '/server-cost/success': page('money/serverCost/ServerCostSuccessRoute'),
  '/admin/setup': { ...memberPage, modules: [...member, 'src/features/admin/community/SetupRoute.tsx'] },
  '/chat, /chat/:roomId': { ...room, modules: [...member, chunkNamed('chat')] },
};

for (const key of Object.keys(manifest)) {
  const tab = /^src\/features\/admin\/((?:\w+\/)*\w+)\/(?:\w+Tab|ChatManagement)\.tsx$/.exec(key);
  const { isDynamicEntry } = manifest[key];
  if (tab && isDynamicEntry) budgets[`/admin ${tab[1]}`] = { ...admin, modules: [...admin.modules, key] };
}

const measured = new Set(Object.values(budgets).flatMap(({ modules }) => modules));
// Chat is measured by its chunk, the workbench is no part of a build.
const elsewhere = /^src\/features\/(?:chat|workbench)\//;
const unmeasured = Object.keys(manifest).filter(
  (key) => /^src\/features\/.*Route\.tsx$/.test(key) && !measured.has(key) && !elsewhere.test(key),
);

/** Adds a chunk and all that it imports at once, by manifest key. */
function addWithImports(key, all) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the manifest has no ${key}`);
  if (all.has(key)) return;
  all.add(key);
  for (const next of chunk.imports ?? []) addWithImports(next, all);
}

/** The scripts and styles of modules that are loaded together. */
function filesOf(modules) {
  const keys = new Set();
  for (const module of [entry, ...modules]) addWithImports(module, keys);
  const files = new Set();
  for (const key of keys) {
    const { file, css = [] } = manifest[key];
    if (/\.(?:js|css)$/.test(file)) files.add(file);
    for (const sheet of css) files.add(sheet);
  }
  for (const file of textsOf(modules)) files.add(file);
  return [...files];
}

/** The texts that go with modules, in the language that takes most. */
function textsOf(modules) {
  const inChunk = {
    [member[0]]: 'src/app/MemberArea.tsx',
    [chunkNamed('chat')]: 'src/features/chat/room/ChatRoute.tsx',
  };
  const needed = new Set(['start', ...modules.flatMap((module) => texts[inChunk[module] ?? module] ?? [])]);
  return [...needed].map((name) => {
    const inAll = scripts.filter((file) => new RegExp(`/texts-[\\w-]+/[a-z]+-${name}\\.js$`).test(file));
    if (inAll.length === 0) throw new Error(`no language has the texts ${name}`);
    return inAll.sort((a, b) => zipped(b) - zipped(a))[0];
  });
}

const scripts = readdirSync(join(dist, 'assets'), { recursive: true }).map((name) => `assets/${name}`);
const sizes = new Map();
function zipped(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.get(file);
}
const kib = (bytes) => (bytes / 1024).toFixed(1).padStart(6);

let failed = false;
function fail(reason) {
  failed = true;
  console.log(`FAIL ${reason}`);
}

console.log('   KiB  of   files  route');
for (const [route, budget] of Object.entries(budgets)) {
  const files = filesOf(budget.modules);
  const total = files.reduce((sum, file) => sum + zipped(file), 0);
  console.log(`${kib(total)}  ${String(budget.kib).padEnd(4)} ${String(files.length).padStart(4)}  ${route}`);
  if (process.argv.includes('--files')) {
    for (const file of files) console.log(`${kib(zipped(file))}  ${' '.repeat(12)}${file}`);
  }
  if (total > budget.kib * 1024) fail(`${route} loads more than ${budget.kib} KiB`);
  if (files.length > (budget.files ?? Number.POSITIVE_INFINITY))
    fail(`${route} loads more than ${budget.files} files`);
}
for (const module of unmeasured) fail(`${module} has no budget: give its route a line in e2e/budget.mjs`);
if (!Object.keys(budgets).some((route) => route.startsWith('/admin ')))
  fail('no tab of /admin is loaded on demand');

const html = readFileSync(join(dist, 'index.html'), 'utf8');
if (/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/.test(html)) {
  fail('index.html has an inline script or style, which the content security policy refuses');
}

for (const name of readdirSync(join(dist, 'assets')).filter((name) => /\.(woff2?|ttf|otf)$/.test(name))) {
  if (!/-latin-\d+-normal-[\w-]+\.woff2$/.test(name))
    fail(`${name} is not a Latin woff2 font: others belong into assets/optional`);
}
process.exit(failed ? 1 : 0);
