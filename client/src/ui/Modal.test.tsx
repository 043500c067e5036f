// Where the focus goes when a dialog opens and closes.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
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

it('gives the focus to the place it is given', async () => {
  render(<Elsewhere />);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByText('The row')).toHaveFocus();
});

function TwoAfterEachOther() {
  const [first, setFirst] = useState(false);
  const [second, setSecond] = useState(false);
  return (
    <main onKeyDown={(event) => event.key === 'k' && setSecond(true)}>
      <h1>Rooms</h1>
      <Button onClick={() => setFirst(true)}>Rename</Button>
      <Modal open={first} onOpenChange={setFirst} title="Rename room" />
      <Modal open={second} onOpenChange={setSecond} title="Search">
        <Field label="What" autoFocus />
      </Modal>
    </main>
  );
}

it('leaves the focus to a dialog that opens the moment another has closed', async () => {
  // The closed dialog gave the focus back a moment later, to the screen under the
  // dialog that was open by then, whose field had just asked for it.
  render(<TwoAfterEachOther />);
  const opener = screen.getByRole('button', { name: 'Rename' });
  await userEvent.click(opener);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const given = new Promise((done) => setTimeout(done));
  fireEvent.keyDown(screen.getByRole('main'), { key: 'k' });
  const field = screen.getByRole('textbox', { name: 'What' });
  expect(field).toHaveFocus();
  await given;
  expect(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});
