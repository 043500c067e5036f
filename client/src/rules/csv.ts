// Tables as CSV (RFC 4180) that a spreadsheet opens without running anything.

export type Cell = string | number | boolean | null;

// A text that begins with one of these is a formula to a spreadsheet.
const formula = /^[=+\-@\t\r＝＋－＠]/;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== cell ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows under their heads. The mark before them tells a spreadsheet that it is UTF-8. */
export const csvOf = (heads: readonly string[], rows: readonly (readonly Cell[])[]) =>
  `\uFEFF${[heads, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('')}`;
