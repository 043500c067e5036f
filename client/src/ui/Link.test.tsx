// A link changes the screen without a page load, and leaves to the browser what is its own.
import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Link, type LinkProps } from './Link';

function open(props: Partial<LinkProps> = {}) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Link to="/next?tab=two" {...props}>
          Next
        </Link>
      ),
    },
    { path: '/next', element: <h1>There</h1> },
  ]);
  render(<RouterProvider router={router} />);
  return { router, link: screen.getByRole('link', { name: 'Next' }) };
}

it('opens its screen with its state', async () => {
  const { router, link } = open({ state: { code: '7' } });
  expect(link.getAttribute('href')).toBe('/next?tab=two');

  fireEvent.click(link);

  await screen.findByRole('heading', { name: 'There' });
  expect(router.state.location).toMatchObject({ search: '?tab=two', state: { code: '7' } });
  expect(router.state.historyAction).toBe('PUSH');
});

it('takes the place of the screen before', async () => {
  const { router, link } = open({ replace: true });
  fireEvent.click(link);
  await screen.findByRole('heading', { name: 'There' });
  expect(router.state.historyAction).toBe('REPLACE');
});

it.each([
  ['a click for a new tab', {}, { ctrlKey: true }],
  ['a link into another window', { target: '_blank' }, {}],
])('leaves %s to the browser', (_, props, how) => {
  const { router, link } = open(props);
  const prevented = vi.fn();
  document.addEventListener('click', (event) => prevented(event.defaultPrevented), { once: true });
  fireEvent.click(link, how);
  expect(prevented).toHaveBeenCalledWith(false);
  expect(router.state.location.pathname).toBe('/');
});

it('stays where its click was prevented', () => {
  const { router, link } = open({ onClick: (event) => event.preventDefault() });
  fireEvent.click(link);
  expect(router.state.location.pathname).toBe('/');
});
