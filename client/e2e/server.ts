// The walks' test with a server that no other file's walks have seen, and whose clock may be
// moved: Playwright gives a fixture of another definition a worker of its own.
import { ofWorker, type Server, withoutFaces } from './devServer';
import { test as base } from './people';

export const test = base.extend<object, { server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  server: [({}, use) => ofWorker(use, withoutFaces), { scope: 'worker', timeout: 150_000 }],
});
