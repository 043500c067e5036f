// Takes the names that libraries give their components for the developer's tools out of
// the build: `Form.displayName = …` is an effect that keeps a component nobody uses.
import type { Plugin } from 'vite';

const library = /\/node_modules\/(?:react-router|@radix-ui\/|cmdk|input-otp|virtua)/;
const naming = /^[ \t]*[\w$]+\.displayName = (?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[\w$]+);?[ \t]*$/gm;
const making = /(?<==\s*)(?=(?:React\w*\.|\w+\.)?(?:forwardRef|createContext|memo)\()/g;

export function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform(code, id) {
      if (!library.test(id) || !code.includes('displayName')) return null;
      return { code: code.replace(naming, '').replace(making, '/* @__PURE__ */ '), map: null };
    },
  };
}
