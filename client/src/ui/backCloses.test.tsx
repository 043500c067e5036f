// The back button while something is open over the page.
import { texts } from 'texts:ui';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './Button';
import { Field } from './Field';
import { FormDialog } from './FormDialog';
import { Link } from './Link';
import { Menu, MenuItem } from './Menu';
import { Modal } from './Modal';

const staysAt = ({ search }: { search: string }) => new URLSearchParams(search).has('open');
let router: ReturnType<typeof createBrowserRouter>;

/** Opens a page after the addresses of `before`, which lie behind it in the history. */
async function openPage(Page: () => React.ReactNode, ...addresses: string[]) {
  router = createBrowserRouter([{ path: '*', element: <Page /> }]);
  for (const address of addresses) await act(() => router.navigate(address));
  render(<RouterProvider router={router} />);
}

afterEach(() => {
  router.dispose();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const address = () => router.state.location.pathname + router.state.location.search;
const dialog = (name: string) => screen.findByRole('dialog', { name });
const question = () => screen.queryByRole('dialog', { name: texts.title });
const press = async (within_: HTMLElement, name: string) =>
  userEvent.click(within(within_).getByRole('button', { name }));

/** Presses the back button; the browser comes back to the page by itself when the step is held. */
async function back() {
  await act(async () => {
    window.history.back();
    await new Promise((done) => window.addEventListener('popstate', done, { once: true }));
  });
}

function Room() {
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState(false);
  const [name, setName] = useState('');
  return (
    <main>
      <Button onClick={() => setOpen(true)}>People</Button>
      <Modal open={open} onOpenChange={setOpen} title="People">
        <Button onClick={() => setForm(true)}>Rename</Button>
        <Link to="/profile">Profile</Link>
      </Modal>
      <FormDialog
        open={form}
        onClose={() => setForm(false)}
        title="Rename room"
        submit="Save"
        busy={false}
        onSubmit={() => {}}
      >
        <Field label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      </FormDialog>
      <Menu trigger={<button type="button">Actions</button>}>
        <MenuItem onSelect={() => {}}>Leave</MenuItem>
      </Menu>
    </main>
  );
}

// A phone's back button left the room, with a sheet open over it.
it('closes what is uppermost, and leaves the page by the next press', async () => {
  await openPage(Room, '/chat', '/chat/den');
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await press(await dialog('People'), 'Rename');
  await dialog('Rename room');
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename room' })).toBeNull());
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await screen.findByRole('menu');
  await back();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(address()).toBe('/chat/den');
  expect(window.location.pathname).toBe('/chat/den');
  await back();
  await waitFor(() => expect(address()).toBe('/chat'));
});

it('follows a link in a dialog, and comes back', async () => {
  await openPage(Room, '/chat/den');
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await userEvent.click(within(await dialog('People')).getByRole('link', { name: 'Profile' }));
  await waitFor(() => expect(address()).toBe('/profile'));
  await userEvent.keyboard('{Escape}');
  await back();
  await waitFor(() => expect(address()).toBe('/chat/den'));
});

it('asks before it discards what was typed, and closes the question first', async () => {
  await openPage(Room, '/chat', '/chat/den');
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await press(await dialog('People'), 'Rename');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
  await back();
  await dialog(texts.title);
  await back();
  await waitFor(() => expect(question()).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Night');
  await back();
  await press(await dialog(texts.title), texts.leave);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename room' })).toBeNull());
  expect(await dialog('People')).toBeVisible();
  expect(address()).toBe('/chat/den');
});

function Desk() {
  const { search } = useLocation();
  const close = () => void router.navigate('/', { replace: true });
  return <Modal open={staysAt({ search })} onOpenChange={close} title={search} unsaved staysAt={staysAt} />;
}

// A step from one application to another of the same person, where each keeps what was
// typed, was asked about.
it('asks where a step would close the dialog, not where it stays open', async () => {
  await openPage(Desk, '/', '/?open=1', '/?open=2');
  await dialog('?open=2');
  await back();
  await dialog('?open=1');
  expect(question()).toBeNull();
  await back();
  await press(await dialog(texts.title), texts.stay);
  expect(question()).toBeNull();
  expect(address()).toBe('/?open=1');
  await back();
  await press(await dialog(texts.title), texts.leave);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// There is no step to hold on the first page: a phone's button closed the installed app.
it("closes what is uppermost by the system's own button on the first page", async () => {
  const watching = new Set<{ onclose: (() => void) | null }>();
  vi.stubGlobal(
    'CloseWatcher',
    class {
      onclose: (() => void) | null = null;
      constructor() {
        watching.add(this);
      }
      destroy() {
        watching.delete(this);
      }
    },
  );
  // The browser may close all at once.
  const requested = () =>
    act(async () => {
      const all = [...watching].reverse();
      watching.clear();
      for (const one of all) one.onclose?.();
    });
  await openPage(Room);
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await press(await dialog('People'), 'Rename');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
  await requested();
  await press(await dialog(texts.title), texts.leave);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename room' })).toBeNull());
  expect(await dialog('People')).toBeVisible();
  await requested();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(watching.size).toBe(0);
});

// Firefox and Safari left the app, and what was typed.
it('closes what is uppermost on the first page in a browser without such a button', async () => {
  await openPage(Room);
  const { length } = window.history;
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await press(await dialog('People'), 'Rename');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
  window.history.back();
  await press(await dialog(texts.title), texts.leave);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename room' })).toBeNull());
  expect(await dialog('People')).toBeVisible();
  window.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/');
  // One entry more at most, however often something is opened.
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await dialog('People');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'People' }));
  await userEvent.click(within(await dialog('People')).getByRole('link', { name: 'Profile' }));
  await waitFor(() => expect(address()).toBe('/profile'));
  expect(window.history.length).toBeLessThanOrEqual(length + 2);
});
