// A day that is chosen is one of the browser's calendar, as the times are that stand beside it.
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/net/api';
import { momentsOf } from './days';
import { auditParams } from './desk/audit';
import { contributionDaysQuery } from './money/adminContributions';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

// The server's days hid rows near midnight from the day that they stood under.
it.each([
  ['Pacific/Auckland', '2026-03-01T11:00:00.000Z', '2026-03-02T11:00:00.000Z'],
  ['America/New_York', '2026-03-02T05:00:00.000Z', '2026-03-03T05:00:00.000Z'],
])('in %s', async (zone, from, to) => {
  process.env.TZ = zone;
  const day = { from: '2026-03-02', to: '2026-03-02' };
  expect(momentsOf(day)).toEqual({ from, to });
  const audit = auditParams({ q: '', action: '', actor: '', subject: '', ...day });
  expect(Object.fromEntries(audit)).toEqual({ from, to });
  const get = vi.spyOn(api, 'get').mockResolvedValue({});
  const { queryFn } = contributionDaysQuery({ status: '', ...day });
  await (queryFn as (context: object) => Promise<unknown>)({});
  const asked = new URLSearchParams(String(get.mock.calls[0]?.[0]).split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({ ...day, zone });
});

it('is open where no day is chosen', () => {
  expect(
    Object.fromEntries(auditParams({ q: '', action: '', actor: '', subject: '', from: '', to: '' })),
  ).toEqual({});
});

it('counts the hours of a day on which the clocks change', () => {
  process.env.TZ = 'Europe/Vienna';
  expect(momentsOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  });
});
