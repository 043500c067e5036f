// Runs `muster dev` for the walks on a data directory of its own, and removes
// that directory when it has stopped.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dataFolder } from './datafolder.mjs';

const data = dataFolder();
const muster = spawn(process.env.E2E_PROGRAM, ['dev'], {
  stdio: 'inherit',
  env: { ...process.env, MUSTER_DATA_DIR: data },
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => muster.kill(signal));
muster.on('exit', (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});
