// The browser walks: a real Chromium on `muster dev`, and on `muster cluster`.
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

// What is under test: the workers read this.
process.env.E2E_PROGRAM ??= fileURLToPath(new URL('../bin/muster', import.meta.url));

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Each has a server of its own. Beside the tests of Go two took no less time on two cores.
  workers: 1,
  forbidOnly: true,
  // A build machine may stall for seconds; what passes only again is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Requests that a service worker could answer would pass by the walks' routes.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    // To draw what moves is a fifth of what the walks cost; talk.spec has it move.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // These five keep Chromium from calling home.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A camera and a microphone that nobody has to allow.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  },
});
