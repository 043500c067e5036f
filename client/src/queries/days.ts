// Days of one's own calendar as the server reads them.

/** The moments that days from YYYY-MM-DD to YYYY-MM-DD begin and end at, the last day whole; '' is open. */
export function momentsOf({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const moments: { from?: string; to?: string } = {};
  if (from) moments.from = new Date(`${from}T00:00:00`).toISOString();
  if (to) {
    const end = new Date(`${to}T00:00:00`);
    end.setDate(end.getDate() + 1);
    moments.to = end.toISOString();
  }
  return moments;
}
