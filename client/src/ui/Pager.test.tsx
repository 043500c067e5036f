// The pages of a list, and where the focus goes as they are turned.
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { NextPage } from './NextPage';
import { Pager } from './Pager';

function Turned() {
  const [page, setPage] = useState(1);
  return <Pager label="Pages" page={page} pages={2} onChange={setPage} />;
}

// The last page disabled the button, and the keyboard began again at the top of the screen.
it('gives the focus to the other button at the first and at the last page', async () => {
  render(<Turned />);
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(screen.getByText('Page 2 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous page' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Page 1 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveFocus();
});

// The next page was met at its end, with its first rows out of sight above.
it('shows a page that is turned to from its top', async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = function (this: Element, how) {
    scrolled(this.id, how);
  };
  const { rerender } = render(
    <div id="list">
      <Turned />
    </div>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith('list', { block: 'start' });
  // Another filter begins with the first page: nobody turned it.
  const pager = (page: number) => <Pager label="Pages" page={page} pages={4} onChange={() => {}} />;
  rerender(pager(3));
  rerender(pager(1));
  expect(scrolled).toHaveBeenCalledTimes(1);
});

const pages = {
  hasNextPage: true,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.reject(new Error('not asked for')),
};

// A failed page took its button away, and the keyboard began again at the top of the screen.
it('keeps the focus where a next page fails and is tried again', () => {
  const { rerender } = render(<NextPage query={pages} />);
  screen.getByRole('button', { name: 'Show more' }).focus();
  rerender(<NextPage query={{ ...pages, isFetchNextPageError: true }} />);
  expect(screen.getByRole('status')).toHaveTextContent('More could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  rerender(<NextPage query={pages} />);
  expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus();
});

// The last page took its button away, and the keyboard began again at the top of the screen.
it('gives the focus to the end of the list when there is no next page', async () => {
  const query = { ...pages, fetchNextPage: async () => pages };
  const { rerender } = render(<NextPage query={query} />);
  act(() => screen.getByRole('button', { name: 'Show more' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  rerender(<NextPage query={{ ...query, isFetching: true, isFetchingNextPage: true }} />);
  expect(screen.getByRole('button', { name: 'Show more' })).toHaveFocus();
  rerender(<NextPage query={{ ...query, hasNextPage: false }} />);
  expect(screen.getByText('That is all.')).toHaveFocus();
});

it('says nothing of an end that nobody asked for', () => {
  const { container } = render(<NextPage query={{ ...pages, hasNextPage: false }} />);
  expect(container).toBeEmptyDOMElement();
});
