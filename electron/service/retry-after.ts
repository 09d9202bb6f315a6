const dayMs = 86_400_000;

/**
 * The wait requested by a Retry-After header (ms), from seconds or an HTTP date; null if unreadable. A date is measured
 * from the answer's own Date header, so that a wrong clock at the desk does not matter. At most a day.
 */
export function readRetryAfter(retryAfter: string | null, date: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, dayMs);
  const until = readHttpDate(text);
  if (until === null) return null;
  const from = date === null ? null : readHttpDate(date.trim());
  return Math.min(Math.max(0, until - (from ?? now)), dayMs);
}

function readHttpDate(text: string): number | null {
  const time = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}
