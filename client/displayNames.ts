// Takes the names that libraries give their components and functions for the developer's
// tools out of the build: `Form.displayName = …` and `__name(usePresence, …)` are effects
// that keep what nobody uses.
import type { Plugin } from 'vite';

const library = /\/node_modules\/(?:react-router|@radix-ui\/|cmdk|input-otp|virtua)/;
const naming =
  /^[ \t]*(?:[\w$]+\.displayName = (?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[\w$]+)|__name\([\w$]+, "[^"\n]*"\));?[ \t]*$/gm;
const making = /(?<==\s*)(?=(?:React\w*\.|\w+\.)?(?:forwardRef|createContext|memo)\()/g;

export function withoutDisplayNames(): Plugin {
  return {
    name: 'without-display-names',
    apply: 'build',
    transform(code, id) {
      if (!library.test(id) || !/displayName|__name/.test(code)) return null;
      return { code: code.replace(naming, '').replace(making, '/* @__PURE__ */ '), map: null };
    },
  };
}
