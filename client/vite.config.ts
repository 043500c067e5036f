// Builds, serves and tests the client. In development /api, /ws and /dev go to
// the server on port 8080; in production that server serves dist itself.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { directImports } from './barrels.ts';
import { chunkOf } from './chunks.ts';
import { shortNames } from './classNames.ts';
import { hexColours } from './colours.ts';
import { withoutDisplayNames } from './displayNames.ts';
import { languages } from './languages.ts';
import { production } from './production.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const server = process.env.MUSTER_DEV_SERVER ?? 'http://127.0.0.1:8080';
const proxy = {
  '/api': { target: server, changeOrigin: false },
  '/media': { target: server, changeOrigin: false },
  '/dev': { target: server, changeOrigin: false },
  '/ws': { target: server, changeOrigin: false, ws: true },
};

// The router's package names its development build for every bundler.
const routerBuilt = [
  { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: here('./node_modules/react-router/dist/production/dom-export.mjs'),
  },
];

// Files of assets/optional are fetched by few; the service worker caches them when they are.
const isOtherScript = (file: string) => /\.woff2$/.test(file) && !/-latin-\d+-/.test(file);

export default defineConfig(({ command }) => ({
  plugins: [production, languages(), directImports(), react(), withoutDisplayNames()],
  resolve: {
    alias: [
      { find: '@', replacement: here('./src') },
      // The scroll lock under radix writes <style> elements, which the content
      // security policy (style-src 'self') refuses; ours writes a constructed
      // style sheet, which it allows.
      { find: 'react-style-singleton', replacement: here('./src/ui/styleSingleton.ts') },
      ...(command === 'build' ? routerBuilt : []),
    ],
  },
  css: {
    postcss: { plugins: [hexColours] },
    modules: command === 'build' ? { generateScopedName: shortNames(here('./src')) } : {},
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
  build: {
    target: 'es2022',
    manifest: true,
    // Without it an older browser fetches the same files a little later.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // Everything is its own hashed file: a data: URL would need a wider policy.
    assetsInlineLimit: 0,
    // dist/.keep is copied back from public/, so that the server always has a
    // folder to embed.
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        assetFileNames: ({ originalFileNames: [file = ''] }) =>
          isOtherScript(file) ? 'assets/optional/[name]-[hash][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'chunks', name: chunkOf(here('.').replace(/\/$/, '')) }],
        },
      },
    },
  },
  test: {
    // Rules need no DOM, and starting one takes each test file a second.
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          setupFiles: ['./vitest.texts.ts'],
          include: ['src/rules/**/*.test.ts', 'languages/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'jsdom',
          setupFiles: ['./vitest.setup.ts', './vitest.texts.ts'],
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/rules/**'],
        },
      },
    ],
    // vitest.setup.ts parts the files of a page from each other.
    isolate: false,
    // Vitest leaves one free otherwise; of two, both: 126 s instead of 215.
    maxWorkers: availableParallelism(),
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 120_000,
    server: { deps: { inline: ['react-remove-scroll', 'react-remove-scroll-bar'] } },
  },
}));
