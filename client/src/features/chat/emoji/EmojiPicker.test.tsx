import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { speak } from '@/languages/texts';
import EmojiPicker from './EmojiPicker';

function open() {
  const on = { onInsert: vi.fn(), onClose: vi.fn() };
  const view = render(<EmojiPicker anchor={null} {...on} />);
  return { ...on, ...view };
}
const emoji = (name: string) => screen.getByRole('button', { name });

it('searches by words that are not in the name too', async () => {
  open();
  expect(emoji('grinning face')).toHaveTextContent('😀');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'solong' } });
  expect(emoji('waving hand')).toHaveTextContent('👋');
  expect(screen.queryByRole('button', { name: 'grinning face' })).toBeNull();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzzz' } });
  expect(screen.getByText('No emoji found.')).toBeVisible();
});

it('inserts once it has closed, and remembers what was chosen', async () => {
  const { onInsert, onClose, unmount } = open();
  fireEvent.click(emoji('grinning face'));
  expect(onClose).toHaveBeenCalled();
  unmount();
  await waitFor(() => expect(onInsert).toHaveBeenCalledWith('😀'));
  open();
  expect(screen.getByRole('button', { name: 'Recent' })).toHaveAttribute('aria-pressed', 'true');
  expect(within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('button')).toHaveLength(1);
});

it('stays open for another one with Shift', () => {
  const { onInsert, onClose } = open();
  fireEvent.click(emoji('grinning face'), { shiftKey: true });
  expect(onInsert).toHaveBeenCalledWith('😀');
  expect(onClose).not.toHaveBeenCalled();
});

it('keeps a skin tone', () => {
  const { onInsert, unmount } = open();
  fireEvent.click(screen.getByRole('radio', { name: 'medium' }));
  fireEvent.click(screen.getByRole('button', { name: 'People & Body' }));
  fireEvent.click(emoji('waving hand'), { shiftKey: true });
  expect(onInsert).toHaveBeenCalledWith('👋🏽');
  unmount();
  open();
  expect(screen.getByRole('radio', { name: 'medium' })).toBeChecked();
  expect(emoji('waving hand')).toHaveTextContent('👋🏽');
});

// In a sheet the Tab key stood still at the first of them.
it('has one stop of Tab for all skin tones', () => {
  open();
  const stops = screen.getAllByRole<HTMLInputElement>('radio').filter(({ tabIndex }) => tabIndex >= 0);
  expect(stops).toEqual([screen.getByRole('radio', { name: 'default' })]);
  fireEvent.click(screen.getByRole('radio', { name: 'dark' }));
  expect(screen.getByRole('radio', { name: 'dark' })).toHaveProperty('tabIndex', 0);
  expect(stops[0]).toHaveProperty('tabIndex', -1);
});

it('is walked by the arrow keys', async () => {
  open();
  act(() => emoji('grinning face').focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(emoji('grinning face with big eyes')).toHaveFocus();
  expect(emoji('grinning face')).toHaveAttribute('tabindex', '-1');
});

// Its groups and skin tones were English in every language.
it('names groups and skin tones in the language in use', async () => {
  await speak('de');
  try {
    open();
    expect(screen.getByRole('radio', { name: 'mittelhell' })).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Menschen & Körper' }));
    expect(screen.getByRole('group', { name: 'Menschen & Körper' })).toBeVisible();
  } finally {
    await speak('en');
  }
});
