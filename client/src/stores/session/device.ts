// What is kept on this device. A browser may refuse to keep anything, or be
// full: then it lives as long as the page.

/** What is kept under a key; null for nothing, and when nothing can be read. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it with null; false when the browser refuses. */
export function keep(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
