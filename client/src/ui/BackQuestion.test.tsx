// The back button while something in a dialog is not saved.
import { texts } from 'texts:ui';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { Modal } from './Modal';

const staysAt = ({ search }: { search: string }) => new URLSearchParams(search).has('open');

function Page() {
  const { search } = useLocation();
  return (
    <Modal open={staysAt({ search })} onOpenChange={() => {}} title={search} unsaved staysAt={staysAt} />
  );
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const question = () => screen.queryByRole('dialog', { name: texts.title });

// A step from one application to another of the same person, where each keeps what was
// typed, was asked about.
it('asks where a step would close the dialog, not where it stays open', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: ['/', '/?open=1', '/?open=2'],
    initialIndex: 2,
  });
  render(<RouterProvider router={router} />);
  await dialog('?open=2');
  await act(() => router.navigate(-1));
  await dialog('?open=1');
  expect(question()).not.toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(await dialog(texts.title)).toBeVisible();
  expect(router.state.location.search).toBe('?open=1');
  await userEvent.click(within(await dialog(texts.title)).getByRole('button', { name: texts.stay }));
  expect(question()).not.toBeInTheDocument();
  expect(await dialog('?open=1')).toBeVisible();
  await act(() => router.navigate(-1));
  await userEvent.click(within(await dialog(texts.title)).getByRole('button', { name: texts.leave }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
