// What is kept on this device. Storage may be full or forbidden: then a choice
// lives as long as the page.

/** A stored text, or null. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text where that is possible. */
export function writeItem(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The caller keeps it for the life of the page.
  }
}
