// `muster dev` for the walks: its days pass, it is ended, and another build of it starts on
// what it has stored.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { dataFolder } from './datafolder.mjs';
import { freePort } from './ports';
import { lookAgain } from './tabs';

const faceModels = fileURLToPath(new URL('../node_modules/@vladmandic/face-api/model', import.meta.url));
const dayMs = 24 * 60 * 60_000;

export class Server {
  url = '';
  private process: ChildProcess | undefined;
  private readonly data = dataFolder();
  private readonly races = mkdtempSync(join(tmpdir(), 'muster-races-'));
  private port = 0;
  private aheadMs = 0;
  private builds = 0;

  /** `flags` are those of `muster dev`; a year of the demo would take each of them seconds. */
  constructor(
    private readonly settings: Record<string, string> = {},
    private readonly flags: readonly string[] = ['--few'],
  ) {}

  async start(program = process.env.E2E_PROGRAM ?? '') {
    this.port ||= await freePort(1);
    this.url = `http://localhost:${this.port}`;
    this.process = spawn(program, ['dev', ...this.flags], {
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(this.port),
        MUSTER_DATA_DIR: this.data,
        GIF_PROVIDER: 'sample',
        // Another build lies in another folder, beside which there are none.
        FACE_MODEL_DIR: faceModels,
        // Where a program built with the race detector writes what it finds.
        GORACE: `log_path=${join(this.races, 'race')}`,
        ...this.settings,
      },
    });
    const ready = () =>
      fetch(`${this.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { message: 'the server is ready', timeout: 110_000 }).toBe(200);
  }

  /** Ends the process and waits for it; what it stored stays. */
  async end() {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const over = new Promise((done) => running.once('exit', done));
    running.kill('SIGTERM');
    await over;
  }

  async remove() {
    await this.end();
    const races = readdirSync(this.races).map((name) => readFileSync(join(this.races, name), 'utf8'));
    for (const folder of [this.data, this.races]) rmSync(folder, { recursive: true, force: true });
    expect(races, 'data races').toEqual([]);
  }

  /** Has a page begin on the server's day, which is a later one after another walk. */
  async onItsDay(page: Page) {
    if (this.aheadMs > 0) await this.setClock(page);
  }

  private async setClock(page: Page) {
    await page.clock.setSystemTime(Date.now() + this.aheadMs);
  }

  /** The clock of the database and of these pages goes on by a day; the pages are looked at again. */
  async nextDay(...pages: Page[]) {
    await this.later(dayMs, ...pages);
    for (const page of pages) await lookAgain(page);
  }

  /** The clock of the database and of these pages goes on. */
  async later(ms: number, ...pages: Page[]) {
    this.aheadMs += ms;
    this.sql(`update clock_offset set ahead = interval '${this.aheadMs} milliseconds'`);
    for (const page of pages) await this.setClock(page);
  }

  /** Adds a member as an operator does. */
  addMember(email: string, name: string) {
    const url = `postgres:///muster?host=${this.socketFolder()}&user=muster`;
    execFileSync(process.env.E2E_PROGRAM ?? '', ['member', 'add', '--email', email, '--name', name], {
      env: { ...process.env, DATABASE_URL: url },
    });
  }

  // The database listens on a socket, whose folder stands in line 5 of its pid file.
  private socketFolder(): string {
    const pid = readFileSync(join(this.data, 'postgres/data/postmaster.pid'), 'utf8');
    return pid.split('\n')[4] ?? '';
  }

  private sql(statement: string) {
    const folder = this.socketFolder();
    execFileSync('psql', [
      '-h',
      folder,
      '-U',
      'muster',
      '-d',
      'muster',
      '-v',
      'ON_ERROR_STOP=1',
      '-qc',
      statement,
    ]);
  }

  /**
   * A program that differs from the one under test as another build does: the page that it
   * serves has other bytes, of the same number, so that the program stays sound. It also
   * differs from the one that the last call gave.
   */
  anotherBuild(): string {
    const program = join(this.data, `muster-${++this.builds}`);
    copyFileSync(process.env.E2E_PROGRAM ?? '', program);
    const bytes = readFileSync(program);
    const name = '<meta name="viewport"';
    let changed = 0;
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
      bytes.write(`<meta${' '.repeat(1 + (this.builds % 3))}name=viewport`.padEnd(name.length), at);
      changed++;
    }
    expect(changed, 'pages in the program').toBeGreaterThan(0);
    writeFileSync(program, bytes, { mode: 0o755 });
    return program;
  }
}

/**
 * Settings of a server at which nobody shows a face: to make the demo's takes as much work as
 * all else of a first start.
 */
export const withoutFaces = { FACE_ENGINE: 'off' };

/** A server that is started for a worker of Playwright and removed with it. */
export async function ofWorker(
  use: (server: Server) => Promise<void>,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
) {
  const server = new Server(settings, flags);
  await server.start();
  await use(server);
  await server.remove();
}
