// Items in the local storage of this browser. The browser may forbid storage, or it may be
// full; then a value lasts as long as the page.

/** The item under a key; null when there is none or storage is forbidden. */
export function readDeviceItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores an item, or removes it for null; false when the browser refuses. */
export function writeDeviceItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
