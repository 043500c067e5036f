// What this tab keeps over a reload. Where the browser's storage is full or forbidden it
// is kept as long as the page.
const memory = new Map<string, string>();

export function tabItem(key: string): string | null {
  const kept = memory.get(key);
  if (kept !== undefined) return kept;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value; null forgets it. */
export function keepTabItem(key: string, value: string | null) {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
    if (value !== null) sessionStorage.setItem(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
}

/** The keys of what is kept that begin so. */
export function tabKeys(prefix: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(sessionStorage)) keys.add(key);
  } catch {
    // Only what the page keeps.
  }
  return [...keys].filter((key) => key.startsWith(prefix));
}
