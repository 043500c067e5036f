// A dialog with something in it, and what closes it by mistake.
import { texts } from 'texts:ui';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { resetToasts, toast } from '@/stores/toast';
import { Field } from './Field';
import { FormDialog } from './FormDialog';
import { Toaster } from './Toaster';

let closed = 0;
beforeEach(() => {
  closed = 0;
  resetToasts();
});

function Form() {
  const [open, setOpen] = useState(true);
  const [name, setName] = useState('');
  return (
    <>
      <FormDialog
        open={open}
        onClose={() => {
          closed++;
          setOpen(false);
        }}
        title="Rename room"
        submit="Save"
        busy={false}
        onSubmit={() => {}}
      >
        <Field label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      </FormDialog>
      <Toaster />
    </>
  );
}

const question = () => screen.findByRole('dialog', { name: texts.title });
const form = () => screen.getByRole('dialog', { name: 'Rename room' });
const press = (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }));

describe('a form', () => {
  const waysOut: [string, () => Promise<unknown>][] = [
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cross', () => press(form(), 'Close')],
  ];

  it.each(waysOut)('that is empty closes at once by %s', async (_, leave) => {
    render(<Form />);
    await screen.findByRole('textbox', { name: 'Name' });
    await leave();
    expect(closed).toBe(1);
  });

  // Escape threw away everything that had been typed.
  it.each(waysOut)('asks once before %s discards what was typed', async (_, leave) => {
    render(<Form />);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
    await leave();
    await press(await question(), texts.stay);
    expect(closed).toBe(0);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night');
    await leave();
    await press(await question(), texts.leave);
    expect(closed).toBe(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('closes at once by its own Cancel', async () => {
    render(<Form />);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
    await press(form(), 'Cancel');
    expect(closed).toBe(1);
  });
});

describe('a toast', () => {
  // It stood outside the dialog: a press on it was a press outside, which closed the dialog.
  it('is dismissed by a press or by keys, and the open dialog stays', async () => {
    render(<Form />);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
    toast('Could not be saved', { lastsMs: 0 });
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Could not be saved')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: texts.title })).not.toBeInTheDocument();
    expect(form()).toBeInTheDocument();

    toast('Still not', { lastsMs: 0 });
    const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
    for (let tries = 0; tries < 10 && document.activeElement !== dismiss; tries++) await userEvent.tab();
    expect(dismiss).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Still not')).not.toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night');
  });

  it('stays on the page when the dialog it stood in closes', async () => {
    render(<Form />);
    await screen.findByRole('textbox', { name: 'Name' });
    toast('Saved', { lastsMs: 0 });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Saved')).toBeInTheDocument();
  });

  it('stands in the question over a dialog, and in the dialog again after it', async () => {
    render(<Form />);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
    toast('Could not be saved', { lastsMs: 0 });
    expect(await within(form()).findByText('Could not be saved')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(within(await question()).getByText('Could not be saved')).toBeVisible();
    await press(await question(), texts.stay);
    expect(within(form()).getByText('Could not be saved')).toBeVisible();
  });
});
