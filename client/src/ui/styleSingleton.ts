// Stands in for the package react-style-singleton (see vite.config.ts): the
// same contract, written to a constructed style sheet, because the content
// security policy allows no inline <style>.
import { useEffect } from 'react';

function shared() {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return {
    add(css: string) {
      users++;
      if (users > 1) return;
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    },
    remove() {
      users--;
      if (users > 0) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    },
  };
}

/** A component that keeps `styles` on the page while at least one is mounted. */
export function styleSingleton() {
  const sheet = shared();
  // biome-ignore lint/correctness/noComponentHookFactories: the package's contract is a factory, called once
  return function Sheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // As in the package: later styles are ignored unless `dynamic` is set.
    const version = dynamic ? styles : '';
    // biome-ignore lint/correctness/useExhaustiveDependencies: see the line above
    useEffect(() => {
      sheet.add(styles);
      return () => sheet.remove();
    }, [version]);
    return null;
  };
}
