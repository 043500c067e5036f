import { expect, it } from 'vitest';
import {
  presetSkills,
  sameSkill,
  skillColour,
  skillFault,
  skillTag,
  storedSkill,
  typedSkill,
} from './skills';

it('gives every text the colour that the server gives it (RANK-11)', () => {
  const known = { Go: 'green', GO: 'green', Maps: 'cyan', Écrire: 'cyan', '👨‍👩‍👧‍👦': 'cyan' };
  for (const [text, colour] of Object.entries(known)) expect(skillColour(text), text).toBe(colour);
});

it('has 50 presets, each a tag of its own (RANK-11)', () => {
  expect(presetSkills()).toHaveLength(50);
  expect(new Set(presetSkills().map((text) => text.toLowerCase())).size).toBe(50);
  for (const text of presetSkills()) expect(skillFault(text, []), text).toBeNull();
});

it.each([
  ['Go', ['gO'], 'This tag is already there'],
  ['k', [...'abcdefghij'], 'Maximum 10 tags allowed'],
  ['x'.repeat(31), [], 'A tag must be 30 characters or less'],
  ['é'.repeat(30), [...'abcdefghi'], null],
])('judges %j (RANK-11)', (text, tags, fault) => {
  expect(skillFault(text, tags)).toBe(fault);
});

it('takes a tag as one line', () => {
  expect(typedSkill('  deep \n sea ')).toBe('deep sea');
  expect(sameSkill('ÉCRIRE', 'écrire')).toBe(true);
});

it('takes a skill as text or as text with a colour (PUB-9)', () => {
  expect(skillTag('Radio')).toEqual({ id: 'Radio', text: 'Radio', color: '' });
  expect(skillTag({ text: 'Maps', color: 'blue' })).toEqual({ id: 'Maps', text: 'Maps', color: 'blue' });
});

it('stores one to choose from as it is, however it was typed', () => {
  expect(storedSkill('cooking')).toBe('Cooking');
  expect(storedSkill('deep sea')).toBe('deep sea');
});
