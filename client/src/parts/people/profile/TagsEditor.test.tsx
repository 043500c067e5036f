// The tags to choose from are said in the language in use and stored as English says them.
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import { presetSkills, skillName, skillTag } from '@/rules/people/skills';
import { TagsEditor } from './TagsEditor';

beforeEach(() => speak('de'));
afterEach(() => speak('en'));

function Editor(props: Omit<ComponentProps<typeof TagsEditor>, 'draft'>) {
  return <TagsEditor {...props} draft={useState('')} />;
}

function open(texts: string[] = []) {
  const onAdd = vi.fn(() => Promise.resolve(true));
  const onRemove = vi.fn();
  const tags = texts.map((text) => ({ text, color: 'gold' }));
  render(<Editor tags={tags} onAdd={onAdd} onRemove={onRemove} />);
  return { onAdd, onRemove };
}

it('offers them in German and stores them in English', async () => {
  const { onAdd } = open();
  const offered = within(screen.getByRole('list', { name: 'Vorschläge' })).getAllByRole('button');
  expect(offered.slice(0, 3).map((one) => one.textContent)).toEqual(['Animation', 'Architektur', 'Backen']);

  await userEvent.click(screen.getByRole('button', { name: 'Backen' }));
  await userEvent.type(screen.getByLabelText('Eigenes Stichwort'), 'kochen{Enter}');
  await userEvent.type(screen.getByLabelText('Eigenes Stichwort'), 'Tiefsee{Enter}');

  expect(onAdd.mock.calls).toEqual([['Baking'], ['Cooking'], ['Tiefsee']]);
});

it('finds them by their German name', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Eigenes Stichwort'), 'übers');
  const offered = within(screen.getByRole('list', { name: 'Vorschläge' })).getAllByRole('button');
  expect(offered.map((one) => one.textContent)).toEqual(['Übersetzen']);
});

// It was gone, and had to be typed again.
it('brings back what was typed when it was not stored, unless something else is typed', async () => {
  const { onAdd } = open();
  const field = screen.getByLabelText('Eigenes Stichwort');
  let fail = () => {};
  onAdd.mockImplementation(() => new Promise((done) => (fail = () => done(false))));
  await userEvent.type(field, 'Tiefsee{Enter}');
  expect(field).toHaveValue('');
  await act(async () => fail());
  expect(field).toHaveValue('Tiefsee');
  await userEvent.type(field, '{Enter}Nacht');
  await act(async () => fail());
  expect(field).toHaveValue('Nacht');
});

it('says a stored one in German, and one’s own as it was written', async () => {
  const { onRemove } = open(['Translation', 'My own']);
  expect(screen.getByText('My own')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Übersetzen entfernen' }));
  expect(onRemove).toHaveBeenCalledWith('Translation');
  expect(screen.queryByRole('button', { name: 'Übersetzen' })).toBeNull();
});

it.each([
  ['de', 'Data Science'],
  ['es', 'Ciencia de datos'],
])('has a name for each in %s, in the order of the names', async (tag, science) => {
  await speak(tag);
  const names = presetSkills().map(skillName);
  expect(names).toHaveLength(50);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(50);
  expect(names).toEqual([...names].sort(new Intl.Collator(tag).compare));
  expect(skillTag({ text: 'Data Science', color: 'red' })).toMatchObject({
    id: 'Data Science',
    text: science,
  });
});
