// Items of this tab that outlast a reload. Where session storage is full or forbidden, an
// item lasts as long as the page.
const memory = new Map<string, string>();

export function readTabItem(key: string): string | null {
  const value = memory.get(key);
  if (value !== undefined) return value;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores an item; null removes it. */
export function writeTabItem(key: string, value: string | null) {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
    if (value !== null) sessionStorage.setItem(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

/** The keys of the items that begin with a prefix. */
export function tabKeys(prefix: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(sessionStorage)) keys.add(key);
  } catch {
    // Only the items in memory are left.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}
