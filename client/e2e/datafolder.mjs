// Where a node of the walks keeps its data.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enough = 4 * 2 ** 30;

// Starting a database writes some hundred files: in memory, where there is enough.
function base() {
  try {
    const { bsize, blocks } = statfsSync(memory);
    return !process.env.TMPDIR && bsize * blocks >= enough ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const prefix = 'muster-e2e-';

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch ({ code }) {
    return code !== 'ESRCH';
  }
}

/** The processes that a folder is of: who made it, and the database that may have outlived it. */
function owners(folder, name) {
  const pids = [Number(name.slice(prefix.length).split('-')[0])];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('postmaster.pid'))
      pids.push(Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10));
  }
  return pids;
}

/** Removes what runs that were killed have left in `place`: folders none of whose processes lives. */
export function sweep(place) {
  for (const name of readdirSync(place)) {
    if (!/^muster-e2e-\d+-/.test(name)) continue;
    const folder = join(place, name);
    try {
      if (!owners(folder, name).some(alive)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's, or gone meanwhile.
    }
  }
}

let swept = false;

/** Makes a folder for one node or cluster; who asks for it removes it. */
export function dataFolder() {
  const place = base();
  if (!swept) sweep(place);
  swept = true;
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`));
  chmodSync(folder, 0o711); // root's Postgres runs as another account, which has to get in
  return folder;
}
