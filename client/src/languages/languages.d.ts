// What languages.ts makes of the files of languages/.
declare module 'languages:all' {
  type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  interface Language {
    readonly tag: string;
    readonly name: string;
    readonly direction: 'ltr' | 'rtl';
  }
  /** English first. */
  export const languages: readonly Language[];
  /** The names of the files of texts. */
  export const files: readonly string[];
  type Rule = (count: number) => string;
  /** Fetches a file; what failed is asked for by a number of its own, since a browser remembers a failure. */
  export const load: (
    tag: string,
    file: string,
    again: number,
  ) => Promise<{
    default: (
      runtime: Pick<typeof import('@messageformat/runtime'), 'number' | 'plural' | 'select'>,
      rule: Rule,
    ) => Parts;
  }>;
}
