// The list of mentions through answers that fail.
import { texts } from 'texts:chat';
import { texts as menuTexts } from 'texts:chat/menus';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openAt } from '@/app/app.fixture';
import { fail, ok, server } from '@/net/server.fixture';
import { markStale } from '@/stores/stale';
import type { MessageBody } from '@/wire/frames.gen';
import { playChat, wait } from '../chat.fixture';

playChat();

const mention = (id: string) => ({
  roomId: 'general',
  roomName: 'General',
  message: {
    id,
    roomId: 'general',
    username: 'bo',
    message: `@ada_reyes ${id}`,
    message_type: 'text',
    created_at: '2026-05-04T10:00:00Z',
    deleted_at: null,
  } as MessageBody,
});

let up = true;
let asked: string[] = [];
beforeEach(() => {
  up = true;
  asked = [];
  server.use(
    http.get('/api/chat/mentions', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor') ?? '';
      asked.push(cursor);
      if (!up) return fail(503, 'The service is unavailable. Please try again.', 'unavailable');
      return cursor === ''
        ? ok({ mentions: [mention('first')], nextCursor: 'more' })
        : ok({ mentions: [mention('second')], nextCursor: null });
    }),
  );
});

// One 503 put an error in the place of the list, and every new mention has it asked again.
it('keeps what came when asking again or for the next page fails', async () => {
  openAt('/chat');
  fireEvent.click(await screen.findByRole('button', { name: texts.mentionsTitle }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText('@ada_reyes first')).toBeVisible();
  up = false;
  act(() => markStale('mentions'));
  await wait(10_000);
  expect(asked.length).toBeGreaterThan(3);
  expect(sheet.getByText('@ada_reyes first')).toBeVisible();
  expect(sheet.queryByText(menuTexts.mentionsFailed)).toBeNull();
  fireEvent.click(sheet.getByRole('button', { name: texts.showMore }));
  await wait(2_000);
  expect(sheet.getByText('@ada_reyes first')).toBeVisible();
  expect(sheet.getByText(/More could not be loaded/)).toBeVisible();
  up = true;
  fireEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  await wait(1_000);
  expect(sheet.getByText('@ada_reyes second')).toBeVisible();
});
