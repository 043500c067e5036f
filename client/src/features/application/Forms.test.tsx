import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import type { Application } from '@/wire/bodies.gen';
import { Forms, fetchForms } from './Forms';

/** A module that is there at once. */
vi.mock('@/net/loadModule', async (original) => {
  // biome-ignore lint/suspicious/noThenProperty: what is awaited has to be there at once
  const now = (value: unknown): object => ({ then: (use: (value: unknown) => unknown) => now(use(value)) });
  return {
    ...(await original<typeof import('@/net/loadModule')>()),
    loadModule: () => now({ StageForm: () => 'the form' }),
  };
});

function Ahead() {
  useLayoutEffect(() => void fetchForms(), []);
  return null;
}

// The forms that came between the drawing and its effect were never shown.
it('shows forms that were fetched ahead while it was drawn', async () => {
  render(
    <>
      <Ahead />
      <Forms application={{} as Application} stage={1} />
    </>,
  );
  expect(await screen.findByText('the form')).toBeVisible();
});
