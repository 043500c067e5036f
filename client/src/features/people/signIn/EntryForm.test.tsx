// Asking for a code as a person does it, through the real routes.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { config, fail, never, ok, server } from '@/net/server.fixture';
import { resetConfig } from '@/stores/session/config';
import {
  answer,
  codeField,
  emailField,
  login,
  openLogin,
  phoneField,
  playLogin,
  sends,
} from './login.fixture';

playLogin();

it('shows the brand, the toggle, the country, LOGIN and the way to apply (AUTH-1)', async () => {
  server.use(http.get('/api/config', never));
  const { app, person } = await openLogin();
  expect(screen.getByRole('heading', { name: 'Muster' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Phone' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Email' })).not.toBeChecked();
  const country = screen.getByRole('combobox', { name: 'Country' });
  expect(within(country).getByRole('option', { selected: true })).toHaveTextContent('United States +1');
  await person.click(screen.getByRole('link', { name: 'Register to become a member' }));
  await waitFor(() => expect(app.path()).toBe('/apply'));
});

it('keeps LOGIN off while the phone has fewer than 10 digits or the email is empty (AUTH-2)', async () => {
  const { person } = await openLogin();
  expect(await login()).toBeDisabled();
  await person.type(phoneField(), '(555) 123-456');
  expect(await login()).toBeDisabled();
  await person.type(phoneField(), '7');
  expect(await login()).toBeEnabled();
  await person.click(screen.getByRole('radio', { name: 'Email' }));
  expect(await login()).toBeDisabled();
  await person.type(emailField(), 'a');
  expect(await login()).toBeEnabled();
});

it('reads an address typed into the phone field as an address (AUTH-3)', async () => {
  answer();
  const { person } = await openLogin();
  await person.type(phoneField(), 'Ada@');
  expect(screen.getByRole('radio', { name: 'Email' })).toBeChecked();
  expect(emailField()).toHaveFocus();
  await person.keyboard('Example.com{Enter}');
  await codeField();
  expect(sends).toEqual([{ email: 'ada@example.com' }]);
});

it('sends a phone number with its country (AUTH-6, AUTH-8)', async () => {
  answer();
  const { person } = await openLogin();
  await person.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'GB');
  await person.type(phoneField(), '20 7946 0123');
  await person.click(await login());
  await codeField();
  expect(sends).toEqual([{ phone: '+442079460123' }]);
});

it.each([
  ['Email', 'ada@example', 'Invalid email address'],
  ['Email', 'ada', 'Invalid email address'],
  ['Phone', '12345678901234567', 'Invalid phone number'],
])('says what is wrong with %s %s and sends nothing (AUTH-4)', async (kind, typed, error) => {
  answer();
  const { person } = await openLogin();
  await person.click(screen.getByRole('radio', { name: kind }));
  const field = kind === 'Email' ? emailField() : phoneField();
  await person.type(field, typed);
  await person.click(await login());
  expect(await screen.findByText(error)).toBeVisible();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(error);
  expect(sends).toEqual([]);
  await person.type(field, 'x');
  expect(screen.queryByText(error)).not.toBeInTheDocument();
});

it.each([
  [
    'the server’s sentence',
    () => fail(503, 'The mail server is down', 'unavailable'),
    'The mail server is down',
  ],
  [
    'its own without one',
    () => HttpResponse.json({ success: false }, { status: 500 }),
    'Failed to send verification code',
  ],
  ['its own without an answer', () => HttpResponse.error(), 'Failed to send verification code'],
])('shows %s when sending fails (AUTH-32)', async (_, send, text) => {
  answer({ send });
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  expect(await screen.findByText(text)).toBeVisible();
  expect(phoneField()).toHaveValue('5551234567');
  expect(await login()).toBeEnabled();
});

it('says how long to wait when the server does (AUTH-10)', async () => {
  answer({ send: () => fail(429, 'Please wait before asking again', 'limited', { 'Retry-After': '42' }) });
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  expect(await screen.findByText('Please wait before asking again. Try again in 42 s.')).toBeVisible();
});

// The code had come, and there was nowhere to enter it: one could only wait and ask for another.
it('asks for the code that was sent without an answer, and for no other (AUTH-10)', async () => {
  const soon = () => fail(429, 'Please wait before asking again', 'code_limit', { 'Retry-After': '42' });
  answer({ send: soon });
  const { person } = await openLogin();
  await person.type(phoneField(), '5551234567');
  await person.click(await login());
  expect(await screen.findByText(/^Please wait before asking again/)).toBeVisible();
  answer({ send: () => HttpResponse.error() });
  await person.click(await login());
  expect(await screen.findByText('Failed to send verification code')).toBeVisible();
  answer({ send: soon });
  await person.click(await login());
  expect(await codeField()).toBeVisible();
});

it('takes its lock of the page’s scrolling away when it is left (GEN-13)', async () => {
  const { app } = await openLogin();
  await waitFor(() => expect(document.documentElement).toHaveClass('locked'));
  app.unmount();
  expect(document.documentElement).not.toHaveClass('locked');
});

it('has the community’s name and where to ask for help (AUTH-1)', async () => {
  await openLogin();
  expect(await screen.findByRole('heading', { name: 'Night Company' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
    'href',
    'mailto:help@example.com',
  );
});

it('has the community’s name at once when it was seen before (AUTH-1)', async () => {
  localStorage.setItem('config', JSON.stringify(config));
  resetConfig();
  server.use(http.get('/api/config', never));
  await openLogin();
  expect(screen.getByRole('heading', { name: 'Night Company' })).toBeVisible();
});

it('says where codes go on a development installation', async () => {
  server.use(http.get('/api/config', () => ok({ devMode: true })));
  await openLogin();
  expect(await screen.findByRole('link', { name: 'the outbox' })).toHaveAttribute('href', '/dev/outbox');
});

// The button was off meanwhile, and whoever uses a keyboard began at the top of the page.
it('keeps the focus on the passkey button while the browser asks, and when that is cancelled', async () => {
  let cancel = () => {};
  const asked = new Promise<never>((_, refuse) => {
    cancel = () => refuse(new DOMException('', 'NotAllowedError'));
  });
  const get = vi.fn(() => asked);
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => ({}) });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  server.use(http.post('/api/auth/passkey', () => ok({ options: '{}' })));
  const { person } = await openLogin();
  const button = screen.getByRole('button', { name: 'Use a passkey' });
  await person.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toBeEnabled();
  await waitFor(() => expect(get).toHaveBeenCalled());
  cancel();
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  expect(button).toHaveFocus();
  expect(screen.queryByText('Signing in with the passkey did not work.')).toBeNull();
  Reflect.deleteProperty(navigator, 'credentials');
});
