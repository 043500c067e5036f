// Names of this installation that are the product's own until its operator sets others.
import { languageTag } from '@/languages/texts';

/** A name as it is shown: what the operator set stays; the product's own, in English, is said in the language in use. */
export const brandName = (given: string | undefined, own: 'The Creator' | 'Group Chat', said: string) =>
  given && (given !== own || languageTag() === 'en') ? given : said;
