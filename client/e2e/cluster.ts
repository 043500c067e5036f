// `muster cluster --nodes 2` for a walk: a balancer before two real nodes, which
// node carries whom, and the end of a node.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect } from '@playwright/test';
import { dataFolder } from './datafolder.mjs';
import { withoutFaces } from './devServer';
import { test as base } from './people';
import { freePort } from './ports';

/** The two nodes as the cluster's log calls them. */
export const names = ['node 1', 'node 2'] as const;
export type NodeName = (typeof names)[number];

export class Cluster {
  /** Where the balancer listens. */
  url = '';
  private process: ChildProcess | undefined;
  private ops = 0;
  private data = '';
  private log = '';
  private running = new Map<string, number>();
  private endings = new Map<string, () => void>();

  async start() {
    const port = await freePort(1);
    this.ops = await freePort(2);
    this.url = `http://localhost:${port}`;
    this.data = dataFolder();
    this.process = spawn(process.env.E2E_PROGRAM ?? '', ['cluster', '--nodes', '2', '--few'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        MUSTER_DATA_DIR: this.data,
        MUSTER_OPS_ADDR: `127.0.0.1:${this.ops}`,
        // Two people write as fast as they can, all the time.
        CHAT_RATE_PER_SECOND: '20',
        CHAT_BURST: '40',
        // A campaign takes long enough for a node to die under it.
        MAIL_PER_SECOND: '1',
        ...withoutFaces,
      },
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => this.read(text));
    for (const name of names) await this.isUp(name);
  }

  /** Ends everything and waits for it. */
  async stop() {
    const running = this.process;
    if (running && running.exitCode === null) {
      const over = new Promise((done) => running.once('exit', done));
      running.kill('SIGTERM');
      await over;
    }
    rmSync(this.data, { recursive: true, force: true });
  }

  // The cluster's log says which process is which node.
  private read(text: string) {
    this.log += text;
    const lines = this.log.split('\n');
    this.log = lines.pop() ?? '';
    for (const line of lines) {
      const [, name, pid] = line.match(/msg="node started" node="([^"]+)" pid=(\d+)/) ?? [];
      if (name && pid) this.running.set(name, Number(pid));
      const [, gone] = line.match(/msg="node died" node="([^"]+)"/) ?? [];
      if (!gone) continue;
      this.running.delete(gone);
      this.endings.get(gone)?.();
    }
  }

  /** Open sockets of a node; null while it does not answer. */
  async sockets(name: NodeName): Promise<number | null> {
    try {
      const metrics = await fetch(`http://127.0.0.1:${this.ops + names.indexOf(name)}/metrics`);
      return Number((await metrics.text()).match(/^muster_sockets_open (\d+)/m)?.[1]);
    } catch {
      return null;
    }
  }

  /** Waits until a node is ready and the balancer knows it. */
  async isUp(name: NodeName) {
    const at = this.ops + names.indexOf(name);
    await expect
      .poll(
        async () => {
          const ready = await fetch(`http://127.0.0.1:${at}/readyz`).catch(() => null);
          return this.running.has(name) && ready?.status;
        },
        { message: `${name} is ready`, timeout: 60_000 },
      )
      .toBe(200);
  }

  private async counts() {
    return Promise.all(names.map((name) => this.sockets(name)));
  }

  /** The node that has one socket more than before somebody entered. */
  async nodeOf(enter: () => Promise<unknown>): Promise<NodeName> {
    const before = await this.counts();
    await enter();
    const after = await this.counts();
    const found = names.find((_, i) => after[i] === (before[i] ?? 0) + 1);
    if (!found) throw new Error(`no node has one socket more: ${before} before, ${after} after`);
    return found;
  }

  /** Waits until so many sockets are open on all nodes together. */
  async holds(sockets: number) {
    const sum = async () => (await this.counts()).reduce<number>((n, count) => n + (count ?? 0), 0);
    await expect.poll(sum).toBe(sockets);
  }

  /** Resolves when the node's present process has ended. */
  gone(name: NodeName): Promise<void> {
    return new Promise((done) => this.endings.set(name, done));
  }

  /** Ends a node's process; the cluster starts another in its place. */
  end(name: NodeName, signal: 'SIGKILL' | 'SIGTERM') {
    const pid = this.running.get(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, signal);
  }
}

/** The walks' test with a cluster in place of the single node. */
export const test = base.extend<object, { cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const cluster = new Cluster();
      await cluster.start();
      await use(cluster);
      await cluster.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ cluster }, use) => use(cluster.url),
});
