// Points imports from a package's one index at the modules that they name. The index
// imports everything of the package, so chunks.ts could not see what a page needs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const indexes = ['radix-ui', 'lucide-react'];
const importing = /^import \{([^}]*)\} from '(radix-ui|lucide-react)';$/gm;

interface Exported {
  from: string;
  /** A namespace, else the default export. */
  all: boolean;
}

/** What an index exports, by name. */
function exportsOf(index: string): Map<string, Exported> {
  const text = readFileSync(index, 'utf8');
  const found = new Map<string, Exported>();
  for (const [, name = '', from = ''] of text.matchAll(/^import \* as (\w+) from ["'](@[^"']+)["'];/gm))
    found.set(name, { from, all: true });
  for (const [, names = '', from = ''] of text.matchAll(/^export \{([^}]*)\} from ["']([^"']+)["'];/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) found.set(name, { from, all: false });
  return found;
}

export function directImports(): Plugin {
  const indexFiles = new Map(
    indexes.map((name) => [
      name,
      fileURLToPath(import.meta.resolve(name)).replace(/cjs\/(.*)\.js$/, 'esm/$1.mjs'),
    ]),
  );
  const exported = new Map([...indexFiles].map(([name, file]) => [name, exportsOf(file)]));
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id)) return null;
      const statements = [...code.matchAll(importing)];
      if (statements.length === 0) return null;
      let changed = code;
      for (const [statement, names = '', index = ''] of statements) {
        const direct: string[] = [];
        const others: string[] = [];
        for (const specifier of names
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean)) {
          if (specifier.startsWith('type ')) continue;
          const [name = '', local = name] = specifier.split(' as ');
          const target = exported.get(index)?.get(name);
          const module = target && (await this.resolve(target.from, indexFiles.get(index)));
          if (!target || !module) others.push(specifier);
          else direct.push(`import ${target.all ? '* as ' : ''}${local} from ${JSON.stringify(module.id)};`);
        }
        if (others.length > 0) direct.push(`import { ${others.join(', ')} } from '${index}';`);
        // On one line: what follows stays where it was.
        changed = changed.replace(statement, direct.join(' '));
      }
      return { code: changed, map: null };
    },
  };
}
