// Measures what the login page loads first, from the build's manifest, and
// fails when it is too much; also that only the Latin fonts are shipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const JS_BUDGET = 130 * 1024;
const CSS_BUDGET = 20 * 1024;
const ENTRY = 'index.html';
const LOGIN = 'src/features/auth/LoginRoute.tsx';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** A chunk and all it imports at once, by manifest key. */
function withImports(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the manifest has no ${key}`);
  if (!seen.has(key)) {
    seen.add(key);
    for (const next of chunk.imports ?? []) withImports(next, seen);
  }
  return seen;
}

const zipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;

const keys = new Set([...withImports(ENTRY), ...withImports(LOGIN)]);
const scripts = new Set();
const styles = new Set();
for (const key of keys) {
  const chunk = manifest[key];
  if (chunk.file.endsWith('.js')) scripts.add(chunk.file);
  for (const sheet of chunk.css ?? []) styles.add(sheet);
}

let failed = false;
function check(what, files, budget) {
  let total = 0;
  for (const file of files) {
    const size = zipped(file);
    total += size;
    console.log(`${kib(size).padStart(12)}  ${file}`);
  }
  const over = total > budget;
  failed ||= over;
  console.log(`${kib(total).padStart(12)}  ${what}, budget ${kib(budget)}${over ? ' EXCEEDED' : ''}\n`);
}
check('login scripts, gzip', scripts, JS_BUDGET);
check('login styles, gzip', styles, CSS_BUDGET);

const html = readFileSync(join(dist, ENTRY), 'utf8');
if (/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/.test(html)) {
  failed = true;
  console.log('index.html has an inline script or style, which the content security policy refuses');
}

const fonts = readdirSync(join(dist, 'assets')).filter((name) => /\.(woff2?|ttf|otf)$/.test(name));
for (const name of fonts) {
  if (!/-latin-\d+-normal-[\w-]+\.woff2$/.test(name)) {
    failed = true;
    console.log(`${name} is not a Latin woff2 font`);
  }
}
console.log(`${fonts.length} fonts, all Latin woff2: ${!failed}`);
process.exit(failed ? 1 : 0);
