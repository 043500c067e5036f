// Paying in a test: where the browser was sent to, and what was asked of the server.
import { http } from 'msw';
import { vi } from 'vitest';
import * as leave from '@/net/leave';
import { ok, server } from '@/net/server.fixture';

export interface Asked {
  key: string | null;
  body: unknown;
}

/** Answers checkouts of one kind; `answer` may be exchanged. */
export function playCheckout(kind: 'contribute' | 'server-cost') {
  const till = {
    asked: [] as Asked[],
    left: vi.spyOn(leave, 'leaveFor').mockReturnValue(true),
    answer: (): Response | Promise<Response> => ok({ checkoutUrl: 'https://pay.example/c/1' }),
  };
  server.use(
    http.post(`/api/${kind}/create-checkout-session`, async ({ request }) => {
      till.asked.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
      return till.answer();
    }),
  );
  return till;
}
