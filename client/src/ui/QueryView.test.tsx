// Loading, failed with a way out, empty, there; and what came stays.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Button } from './Button';
import { QueryView } from './QueryView';

type Answer = { give: (rows: string[]) => void; refuse: () => void };

function Rows({ ask }: { ask: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['rows'], queryFn: ask, retry: false });
  return (
    <>
      <Button onClick={() => void query.refetch()}>Refresh</Button>
      <QueryView
        query={query}
        loading="Loading rows"
        skeleton={<span>shape</span>}
        failed="Failed to load rows"
        empty={<p>No rows</p>}
      >
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </QueryView>
    </>
  );
}

function open() {
  const answers: Answer[] = [];
  const ask = () =>
    new Promise<string[]>((resolve, reject) =>
      answers.push({ give: resolve, refuse: () => reject(new Error('no')) }),
    );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Rows ask={ask} />
    </QueryClientProvider>,
  );
  return answers;
}

it('says that it loads, what failed, and tries again', async () => {
  const answers = open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading rows');
  answers[0]?.refuse();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load rows');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  answers[1]?.give(['a row']);
  expect(await screen.findByText('a row')).toBeVisible();
});

it('keeps what came while asking again fails', async () => {
  const answers = open();
  answers[0]?.give(['a row']);
  await screen.findByText('a row');
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  answers[1]?.refuse();
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(answers).toHaveLength(3);
  expect(screen.getByText('a row')).toBeVisible();
});

it('has a face for nothing', async () => {
  open()[0]?.give([]);
  expect(await screen.findByText('No rows')).toBeVisible();
});
