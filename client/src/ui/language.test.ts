import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts as appTexts } from 'texts:app';
import { texts } from 'texts:ui';
import { renderHook } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { languageTag, speak, useLanguage } from '@/languages/texts';
import { ApiError, api, messageOf } from '@/net/api';
import { server } from '@/net/server.fixture';
import { brandName } from '@/rules/brand';
import { formatConfidence } from '@/rules/confidence';
import { formatDate, formatMoney, formatNumber, formatPercent } from '@/rules/format';
import { endSession, startSession } from '@/stores/session/session';
import type { User } from '@/wire/bodies.gen';
import { agreeWithAccount, keepInAccount } from './accountLanguage';
import { chooseLanguage, languageWanted, startLanguage } from './language';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
afterEach(async () => {
  server.resetHandlers();
  endSession();
  await speak('en');
});

/** What the account was given, in order. */
function account(): string[] {
  const given: string[] = [];
  server.use(
    http.put('/api/profile/language', async ({ request }) => {
      given.push(((await request.json()) as { language: string }).language);
      return HttpResponse.json({ success: true });
    }),
  );
  return given;
}

let members = 0;
/** Another member each time: the page knows what it gave to whom. */
const someone = () => ({ id: `member-${members++}` }) as User;

// The server answers the same browser in the same language: its test reads the same table.
const table: { wishes: string[]; speaks: string }[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../store/language/testdata/wishes.json'), 'utf8'),
);
it.each(table)('of a browser that asks for $wishes is $speaks', ({ wishes, speaks }) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wishes);
  expect(languageWanted()).toBe(speaks);
});

it('is the chosen one before those of the browser', async () => {
  await chooseLanguage('es');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de']);
  expect(languageWanted()).toBe('es');
  expect(texts.close).toBe('Cerrar');
  expect(document.documentElement).toHaveAttribute('lang', 'es');
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
});

// A socket that was opened as the page was drawn in the new language named the old one.
it('is known to the server before the page is drawn in it', async () => {
  const named: string[] = [];
  renderHook(() => {
    if (useLanguage() === 'de') named.push(document.cookie);
  });
  await chooseLanguage('de');
  expect(named[0]).toContain('language=de');
});

it('writes numbers, money, percentages and days as the language does', async () => {
  const day = new Date(2026, 10, 27, 21, 5).getTime();
  const written = () => [
    ...[formatNumber(12345), formatMoney(1234.5), formatDate(day, 'full')],
    ...[formatPercent(40), formatConfidence(94.96)],
  ];
  await speak('de');
  expect(written()).toEqual([
    ...['12.345', '1.234,50\u00a0$', '27.11.2026, 21:05'],
    ...['40\u00a0%', '94,9\u00a0%'],
  ]);
  await speak('en');
  expect(written()).toEqual(['12,345', '$1,234.50', 'Nov 27, 2026, 21:05', '40%', '94.9%']);
});

it("says the product's own names, and leaves what the operator set", async () => {
  expect(brandName('The Creator', 'The Creator', 'the creator')).toBe('The Creator');
  expect(brandName(undefined, 'The Creator', 'the creator')).toBe('the creator');
  await speak('de');
  expect(brandName('The Creator', 'The Creator', 'den Creator')).toBe('den Creator');
  expect(brandName('Mia', 'The Creator', 'den Creator')).toBe('Mia');
});

it('ends as the last choice, also when an earlier one is fetched later', async () => {
  await Promise.all([speak('de'), speak('es'), speak('en')]);
  expect(languageTag()).toBe('en');
  expect(appTexts.reload).toBe('Reload');
});

it('stays as it is when nobody speaks the other', async () => {
  await speak('tlh');
  expect(languageTag()).toBe('en');
});

it('is sent to the server from each start on', async () => {
  await chooseLanguage('de');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'language=; path=/; max-age=0';
  await startLanguage();
  expect(document.cookie).toContain('language=de');
});

it('is that of a sentence of the server, or the screen has its own', async () => {
  const refused = (message: string, headers?: Record<string, string>) => {
    const failure = { success: false, message, error: message, code: 'ignore_self' };
    server.use(http.get('/api/thing', () => HttpResponse.json(failure, { status: 400, headers })));
    return api.get('/thing').catch((error: unknown) => error);
  };
  const english = await refused('You cannot ignore yourself', { 'Content-Language': 'en' });
  const own = await refused('Come back in spring');
  const german = await refused('Das geht nicht', { 'Content-Language': 'de' });
  expect(messageOf(english, 'It failed')).toBe('You cannot ignore yourself');
  expect(messageOf(german, 'It failed')).toBe('It failed');
  await chooseLanguage('de');
  expect(messageOf(english, 'Misslungen')).toBe('Misslungen');
  expect(messageOf(german, 'Misslungen')).toBe('Das geht nicht');
  // They were hidden in every language but English.
  const ownInGerman = await refused('Come back in spring');
  expect([own, ownInGerman].map((error) => messageOf(error, 'Misslungen'))).toEqual([
    'Misslungen',
    'Come back in spring',
  ]);
});

describe('chosen in another tab', () => {
  const elsewhere = (tag: string) => {
    localStorage.setItem('language', tag);
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: tag }));
  };
  afterEach(() => document.body.replaceChildren());

  // The others spoke the former one until they were reloaded.
  it('is spoken in this one', async () => {
    elsewhere('de');
    await expect.poll(languageTag).toBe('de');
    expect(texts.close).toBe('Schließen');
  });

  // What is typed in a dialog goes when everything is drawn anew.
  it('waits for an open dialog', async () => {
    document.body.append(Object.assign(document.createElement('div'), { role: 'dialog' }));
    elsewhere('de');
    await speak('es');
    expect(languageTag()).toBe('es');
    document.body.replaceChildren();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(languageTag).toBe('de');
  });

  // The account as it was read before took both tabs back.
  it('is not taken back by an account that was read before', async () => {
    account();
    startSession('t', someone());
    await agreeWithAccount('en');
    elsewhere('de');
    await expect.poll(languageTag).toBe('de');
    await agreeWithAccount('en');
    expect(languageTag()).toBe('de');
  });
});

describe('of the account', () => {
  it('is what was chosen before the sign-in', async () => {
    const given = account();
    await chooseLanguage('de');
    await keepInAccount('de');
    expect(given).toEqual([]);
    startSession('t', someone());
    await agreeWithAccount('es');
    expect(given).toEqual(['de']);
    expect(languageTag()).toBe('de');
  });

  it('is what is spoken, where it had none', async () => {
    const given = account();
    startSession('t', someone());
    await agreeWithAccount('');
    expect(given).toEqual(['en']);
  });

  it('is spoken on a device that has chosen none', async () => {
    const given = account();
    startSession('t', someone());
    await agreeWithAccount('es');
    expect(languageTag()).toBe('es');
    expect(given).toEqual([]);
  });

  it.each(['fr', undefined])('is left as it is where this page does not know %s', async (theirs) => {
    const given = account();
    await chooseLanguage('de');
    startSession('t', someone());
    await agreeWithAccount(theirs as string);
    expect(languageTag()).toBe('de');
    expect(localStorage.getItem('language')).toBe('de');
    expect(given).toEqual([]);
  });

  // The profile that the page had read said the language before.
  it('is not put back by what was read before a choice', async () => {
    const given = account();
    startSession('t', someone());
    await agreeWithAccount('es');
    await chooseLanguage('de');
    await keepInAccount('de');
    await agreeWithAccount('es');
    expect(languageTag()).toBe('de');
    expect(given).toEqual(['de']);
  });

  it('waits in the tab when the server does not take it', async () => {
    server.use(
      http.put('/api/profile/language', () => HttpResponse.json({ success: false }, { status: 503 })),
    );
    startSession('t', someone());
    await expect(keepInAccount('de')).rejects.toBeInstanceOf(ApiError);
    const given = account();
    await agreeWithAccount('en');
    expect(given).toEqual(['de']);
  });
});
