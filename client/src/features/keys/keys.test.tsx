import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { followPageKeys } from '@/app/pageKeys';
import { speak } from '@/languages/texts';
import { profile } from '@/net/server.fixture';
import { profileQuery } from '@/queries/people/me';
import { keyName, keysInWords } from '@/rules/keys';
import { closeSettings, useSettings } from '@/stores/people/settings';
import { resetToasts, toast } from '@/stores/toast';
import { Toaster } from '@/ui/Toaster';
import KeysSheet from './KeysSheet';

let stop = () => {};
afterEach(async () => {
  stop();
  vi.restoreAllMocks();
  await speak('en');
  closeSettings();
  resetToasts();
});

it('opens with a question mark, but not where one types', async () => {
  stop = followPageKeys();
  render(<textarea aria-label="Message" />);
  await userEvent.type(screen.getByRole('textbox'), 'really?');
  expect(useSettings.getState().sheet).toBeNull();
  expect(screen.getByRole('textbox')).toHaveValue('really?');
  await userEvent.click(document.body);
  await userEvent.keyboard('?');
  expect(useSettings.getState().sheet).toBe('keys');
});

it('shows administrators their own keys besides', async () => {
  const show = (is_admin: boolean) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(profileQuery.queryKey, { ...profile, is_admin });
    return render(
      <QueryClientProvider client={client}>
        <KeysSheet onClose={() => {}} />
      </QueryClientProvider>,
    );
  };
  const { unmount } = show(false);
  expect(await screen.findByText('Search the room')).toBeVisible();
  expect(screen.queryByText('Choose a decision')).toBeNull();
  unmount();
  show(true);
  expect(await screen.findByText('Choose a decision')).toBeVisible();
});

it.each([
  ['en', 'Linux x86_64', 'Ctrl+K', 'Shift+Enter'],
  ['de', 'Win32', 'Strg+K', 'Umschalt+Enter'],
  ['es', 'Win32', 'Ctrl+K', 'Mayús+Enter'],
  ['de', 'MacIntel', '⌘K', 'Umschalt+Enter'],
])('names keys in %s on %s', async (language, platform, search, line) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  await speak(language);
  expect(keysInWords(['Ctrl', 'K'])).toBe(search);
  expect(keysInWords(['Shift', 'Enter'])).toBe(line);
  expect(keyName('Escape')).toBe('Esc');
});

it('leads to the newest notice, which waits while it has the focus', async () => {
  stop = followPageKeys();
  render(<Toaster />);
  await userEvent.keyboard('{F8}');
  expect(document.body).toHaveFocus();
  toast('first');
  toast('second', { action: { label: 'See', run: () => {} } });
  await userEvent.keyboard('{F8}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'See' })).toHaveFocus());
});
