// What tests of dialogs check about what was typed in them.
import { texts } from 'texts:ui';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'vitest';

/** Escape asks before the open dialog throws away what is in it; one stays. */
export function asksBeforeItCloses() {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  const question = screen.getByRole('dialog', { name: texts.title });
  fireEvent.click(within(question).getByRole('button', { name: texts.stay }));
  expect(screen.queryByRole('dialog', { name: texts.title })).toBeNull();
}
