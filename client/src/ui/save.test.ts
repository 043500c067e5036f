import { afterEach, expect, it, vi } from 'vitest';
import { saveTable } from './save';

afterEach(() => vi.restoreAllMocks());

// The server's table was read as text and saved without a mark: Excel showed Müller as MÃ¼ller.
it('marks a table as UTF-8 for spreadsheets', async () => {
  const made = vi.fn<(file: Blob) => string>(() => 'blob:table');
  Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  saveTable('members.csv', new Blob(['name\r\nMüller\r\n']));
  const file = made.mock.lastCall?.[0] as Blob;
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('name\r\nMüller\r\n');
  expect(file.type).toBe('text/csv;charset=utf-8');
});
