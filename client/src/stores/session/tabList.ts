// A list that outlasts a reload of this tab.
import { readTabItem, writeTabItem } from './tabStorage';

/** The list in one item. */
export function tabList<Entry>(key: string) {
  function read(): readonly Entry[] {
    try {
      const value: unknown = JSON.parse(readTabItem(key) ?? '[]');
      return Array.isArray(value) ? value : [];
    } catch {
      return [];
    }
  }
  const store = (entries: readonly Entry[]) =>
    writeTabItem(key, entries.length === 0 ? null : JSON.stringify(entries));
  function forget(ended: (entry: Entry) => boolean) {
    const entries = read();
    const others = entries.filter((entry) => !ended(entry));
    if (others.length < entries.length) store(others);
  }
  return { read, store, forget };
}
