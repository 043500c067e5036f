// Skill and occupation tags on a profile: their limits, their colours, and those to
// choose from. The server decides all of it again (store/people/skill.go); it stores
// English for those to choose from.
import { texts } from 'texts:people/skills';
import { languageTag, textNamed } from '@/languages/texts';
import { codePoints } from '@/rules/text';
import type { SkillTag } from '@/wire/bodies.gen';

export const skillsAtMost = 10;
export const skillMaxLength = 30; // Unicode code points

/** What a stored tag is called; those to choose from have a name in every language. */
export const skillName = (stored: string) => textNamed(texts.names, stored) ?? stored;

/** A skill as others see it; some are plain text. */
export function skillTag(skill: SkillTag | string) {
  const { text, color } = typeof skill === 'string' ? { text: skill, color: '' } : skill;
  return { id: text, text: skillName(text), color };
}

/** Those to choose from, as they are stored, in the order of their names. */
export function presetSkills(): string[] {
  const { compare } = new Intl.Collator(languageTag());
  return Object.keys(texts.names).sort((a, b) => compare(skillName(a), skillName(b)));
}

const colours = ['gold', 'blue', 'purple', 'green', 'red', 'orange', 'cyan', 'pink'];

/** The form in which tags are compared. */
const fold = (text: string) => text.toLowerCase();

export const sameSkill = (a: string, b: string) => fold(a) === fold(b);

/** The colour that follows from a tag's text, whatever its case: FNV-1a over its bytes. */
export function skillColour(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(fold(text))) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return colours[(hash >>> 0) % colours.length] ?? '';
}

/** A typed tag: one line, single blanks. */
export const typedSkill = (input: string) => input.replace(/\s+/gu, ' ').trim();

/** A tag as it is stored: one to choose from is the same in every language. */
export const storedSkill = (typed: string) =>
  presetSkills().find((preset) => [preset, skillName(preset)].some((name) => sameSkill(name, typed))) ??
  typed;

/** Why a tag cannot be added to these, or null. */
export function skillFault(text: string, tags: readonly string[]): string | null {
  if (tags.length >= skillsAtMost) return texts.tooManySkills;
  if (tags.some((tag) => sameSkill(tag, text))) return texts.skillTwice;
  if (codePoints(text) > skillMaxLength) return texts.skillTooLong;
  return null;
}
