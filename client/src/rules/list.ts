// Lists in a sentence, as the language in use writes them.
import { languageTag } from '@/languages/texts';

const lists = new Map<string, Intl.ListFormat>();

/** Things side by side: a, b, c. */
export function formatList(things: readonly string[]): string {
  const tag = languageTag();
  let format = lists.get(tag);
  if (!format) {
    format = new Intl.ListFormat(tag, { type: 'unit' });
    lists.set(tag, format);
  }
  return format.format(things);
}
