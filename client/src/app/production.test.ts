// A release that was made in a shell with NODE_ENV=development held a development build of React
// and had other checksums.
import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it('builds for production whatever the shell says', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const configFile = join(import.meta.dirname, '../../vite.config.ts');
  const built = await resolveConfig({ configFile, logLevel: 'silent' }, 'build');
  expect(built.isProduction).toBe(true);
});
