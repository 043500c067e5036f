// Ports that nobody listens on.
import { createServer } from 'node:net';

/** A free port with count - 1 free ones after it. */
export async function freePort(count: number): Promise<number> {
  for (;;) {
    const first = await listens(0);
    let free = first !== null;
    for (let i = 1; first !== null && free && i < count; i++) free = (await listens(first + i)) !== null;
    if (first !== null && free) return first;
  }
}

function listens(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : null));
    });
  });
}
