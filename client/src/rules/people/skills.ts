// Skill and occupation tags on a profile: their limits, their colours, and those to
// choose from. The server decides all of it again (store/people/skill.go).
import { texts } from 'texts:people/skills';
import { codePoints } from '@/rules/text';

export const skillsAtMost = 10;
export const skillMaxLength = 30; // Unicode code points

export const presetSkills: readonly string[] = [
  'Accounting',
  'Acting',
  'Animation',
  'Architecture',
  'Baking',
  'Carpentry',
  'Cinematography',
  'Coaching',
  'Cooking',
  'Copywriting',
  'Cybersecurity',
  'Dancing',
  'Data Science',
  'DevOps',
  'Driving',
  'Electronics',
  'Engineering',
  'Event Planning',
  'Fashion Design',
  'Finance',
  'First Aid',
  'Fitness',
  'Game Design',
  'Gardening',
  'Graphic Design',
  'Illustration',
  'Journalism',
  'Languages',
  'Law',
  'Leadership',
  'Logistics',
  'Marketing',
  'Mechanics',
  'Medicine',
  'Moderation',
  'Music',
  'Nursing',
  'Photography',
  'Programming',
  'Project Management',
  'Psychology',
  'Public Speaking',
  'Research',
  'Sales',
  'Security',
  'Teaching',
  'Translation',
  'Video Editing',
  'Voice Acting',
  'Writing',
];

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

/** A typed tag as it is stored: one line, single blanks. */
export const typedSkill = (input: string) => input.replace(/\s+/gu, ' ').trim();

/** Why a tag cannot be added to these, or null. */
export function skillFault(text: string, tags: readonly string[]): string | null {
  if (tags.length >= skillsAtMost) return texts.tooManySkills;
  if (tags.some((tag) => sameSkill(tag, text))) return 'This tag is already there';
  if (codePoints(text) > skillMaxLength) return 'A tag must be 30 characters or less';
  return null;
}
