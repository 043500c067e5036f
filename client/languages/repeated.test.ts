// A release is built twice to be compared. The list of texts stood in the order in which modules
// happened to be read, so equal sources had other checksums now and then.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '../languages.ts';

const client = join(import.meta.dirname, '..');

/** The modules in the list of texts that a build writes which has read them in this order. */
function listed(modules: string[]) {
  let list: unknown;
  const plugin = languages() as { generateBundle: (this: unknown) => void };
  plugin.generateBundle.call({
    getModuleIds: () => modules.map((module) => join(client, module)),
    getModuleInfo: () => null,
    emitFile: (file: { fileName: string; source: unknown }) => {
      if (file.fileName === '.vite/texts.json') list = file.source;
    },
  });
  return Object.keys(JSON.parse(String(list)));
}

it('lists modules alike whatever was read first', () => {
  const modules = ['src/app/App.tsx', 'src/net/upload.ts', 'src/ui/Sheet.tsx'];
  expect(listed(modules)).toEqual(modules);
  expect(listed(modules.toReversed())).toEqual(modules);
});
