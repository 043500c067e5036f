// Messages of people whom the member ignores, one after the other, are one entry of
// the list until they are asked for.
import type { MessageBody } from '@/wire/frames.gen';
import type { Item, RowItem } from '../message/item';

/** Whether a message is hidden now. */
export type Hides = (message: MessageBody) => boolean;

// The entry of a run that did not change stays the same object.
const folded = new WeakMap<RowItem, { last: RowItem; item: RowItem }>();

/** The list with one entry for each run of hidden messages. A run ends at a separator. */
export function foldIgnored(items: readonly Item[], hides: Hides): readonly Item[] {
  const out: Item[] = [];
  let run: RowItem[] = [];
  const close = () => {
    if (run.length > 0) out.push(entryOf(run));
    run = [];
  };
  for (const item of items) {
    if (!('row' in item) || !hides(item.row.message)) {
      close();
      out.push(item);
      continue;
    }
    if (item.row.startsUnread) close();
    run.push(item);
    if (item.row.nextDay !== null) close();
  }
  close();
  return out;
}

function entryOf(run: readonly RowItem[]): RowItem {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) throw new Error('an empty run');
  const known = folded.get(first);
  if (known?.last === last) return known.item;
  const row = { ...last.row, startsUnread: first.row.startsUnread, grouped: first.row.grouped };
  const item = { key: first.key, row, ignored: run.map((one) => one.row.message.id) };
  folded.set(first, { last, item });
  return item;
}

/** Where a message, or the first from a number on, stands in the list; -1 where it does not. */
export const indexOfMessage = (items: readonly Item[], place: string) =>
  items.findIndex(
    (item) =>
      'row' in item &&
      (item.row.message.id === place ||
        item.row.message.seq >= Number(place) ||
        item.ignored?.includes(place)),
  );
