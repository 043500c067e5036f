// The field that searches, inside of a dialog.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Modal } from './Modal';
import { SearchField } from './SearchField';

function Found() {
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  return (
    <Modal open={open} onOpenChange={setOpen} title="Rooms">
      <SearchField label="Search rooms" value={text} onChange={setText} />
    </Modal>
  );
}

it('is emptied by Escape, and the dialog around it stays open until the next', async () => {
  render(<Found />);
  const field = screen.getByRole('searchbox', { name: 'Search rooms' });
  await userEvent.type(field, 'parade{Escape}');
  expect(screen.getByRole('dialog', { name: 'Rooms' })).toBeVisible();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
