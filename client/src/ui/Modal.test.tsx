// Where the focus goes when a dialog opens and closes.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from './Button';
import { Field } from './Field';
import { Modal } from './Modal';

function Form({ lost }: { lost?: boolean }) {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <main>
      <h1>Rooms</h1>
      {!gone && <Button onClick={() => setOpen(true)}>Rename</Button>}
      <Modal open={open} onOpenChange={setOpen} title="Rename room">
        <Field label="Name" autoFocus />
        {lost && <Button onClick={() => setGone(true)}>Delete room</Button>}
      </Modal>
    </main>
  );
}

it('gives the focus back to its opener also when a field inside took it first', async () => {
  // The opener was noted only when nothing inside asked for the focus: with a
  // form, the focus ended on the body.
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
});

it('puts the focus on the heading when the opener is gone', async () => {
  render(<Form lost />);
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete room' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: 'Rooms' })).toHaveFocus();
});

function Elsewhere() {
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  return (
    <ul>
      <li ref={row} tabIndex={-1}>
        The row
        <Button onClick={() => setOpen(true)}>Delete</Button>
      </li>
      <Modal open={open} onOpenChange={setOpen} title="Sure?" returnTo={() => row.current} />
    </ul>
  );
}

it('gives the focus to the place it is told', async () => {
  render(<Elsewhere />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('The row')).toHaveFocus();
});
