// The lists of chunks.ts name modules by hand: the bundler passes over one that is not there,
// and a screen that is in none of them brings files of its own to every visit.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { named, pages, seldom } from '../../chunks';

const client = join(import.meta.dirname, '../..');

it('names modules that are there', () => {
  expect(named.filter((module) => !existsSync(join(client, module)))).toEqual([]);
});

it('names every screen of members, as often or as seldom opened', () => {
  const routes = readFileSync(join(client, 'src/app/routes.tsx'), 'utf8');
  const ofMembers = routes.slice(routes.indexOf('memberRoutes'), routes.indexOf('loader: requireAdmin'));
  const screens = [...ofMembers.matchAll(/import\('@(\/features\/(?!chat\/)[^']+)'\)/g)].map(
    ([, path]) => `/src${path}.tsx`,
  );
  expect(screens.length).toBeGreaterThan(8);
  expect([...pages, ...seldom].sort()).toEqual(screens.sort());
});
