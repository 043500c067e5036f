// Where a node of the walks keeps its data.
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
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

/** Makes a folder for one node or cluster; who asks for it removes it. */
export function dataFolder() {
  const folder = mkdtempSync(join(base(), 'muster-e2e-'));
  chmodSync(folder, 0o711); // root's Postgres runs as another account, which has to get in
  return folder;
}
