// Values of texts that are written from right to left, as a Hebrew name, are isolated from
// the sentence around them: without that they turn the order of its numbers and signs.

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// First strong isolate, and its end.
const [begins, ends] = ['\u2068', '\u2069'];

type Values = Readonly<Record<string, unknown>>;
type Text = (values: Values) => string;

/** A name as a sentence can take it that is put together from pieces. */
export const isolated = (name: string) => (rightToLeft.test(name) ? begins + name + ends : name);

/** Messages that isolate such values; those without values, and groups, stay what they are. */
export function isolating<Messages extends object>(messages: Messages): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]: [string, unknown]) => {
      if (typeof message === 'object' && message !== null) return [key, isolating(message)];
      if (typeof message !== 'function') return [key, message];
      const text = message as Text;
      return [
        key,
        (values: Values) =>
          text(
            Object.fromEntries(
              Object.entries(values).map(([name, value]) => [
                name,
                typeof value === 'string' ? isolated(value) : value,
              ]),
            ),
          ),
      ];
    }),
  ) as Messages;
}
