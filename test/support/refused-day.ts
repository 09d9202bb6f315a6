interface FakeDesk {
  handlers: Record<string, unknown>;
  call: (name: string, input: object) => Promise<{ value: { rows: { state: string }[] } }>;
}

/**
 * Runs in the page of a fake desk: makes the report of today list the newest refused entry as one that needs a person.
 */
export function reportRefusedDay(): void {
  const { fake } = globalThis as unknown as { fake: FakeDesk };
  const dayTotals = { captured: 1, carriedOver: 0, byState: {} };
  const labels = { ready: 0, unconfirmed: 0, provisional: 0, reprint: 0, printed: 0 };
  const badLabels = { count: 0, first: [] };
  fake.handlers['day.today'] = async () => {
    const { rows } = (await fake.call('entries.page', {})).value;
    const newest = rows.find(({ state }) => state === 'refused');
    const dayNeed = { list: 'refused', endpoint: 2, asks: null, field: null, count: 1, mayBeThere: false, newest };
    const day = { day: '2026-11-25', from: Date.now() - 3_600_000, to: Date.now() + 3_600_000, hours: [] };
    return {
      ok: true,
      value: { ...dayTotals, ...day, needs: [dayNeed], moreNeeds: 0, labels, badLabels, last: rows.slice(0, 3) },
    };
  };
}
