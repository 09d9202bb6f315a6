/** Not yet in TypeScript's library, but in every runtime of this app. */
interface Region extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function timeZonesOf(code: string): string[] {
  return (new Intl.Locale(`und-${code}`) as Region).getTimeZones() ?? [];
}

function formatOf(country: string): Intl.DateTimeFormat {
  const code = country.trim().toUpperCase();
  const known = formats.get(code);
  if (known) return known;
  // A country may have many zones; the middle one of the list is right for one city and plausible for the others.
  const zones = /^[A-Z]{2}$/.test(code) ? timeZonesOf(code) : [];
  const format = zoneFormat(zones[Math.floor((zones.length - 1) / 2)] ?? 'UTC');
  // Country is a caller's free text, so only codes are cached: at most 676 of them.
  if (code.length === 2) formats.set(code, format);
  return format;
}

/** The local time (ms) in a country, by its two-letter code; any other text means UTC. */
export function localTime(time: number, country: string): { DateTime: string; TimeZone: string } {
  const parts = Object.fromEntries(
    formatOf(country)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const offset = parts['timeZoneName'] === 'GMT' ? '+00:00' : (parts['timeZoneName'] ?? '').replace('GMT', '');
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return { DateTime: `${date}T${parts['hour']}:${parts['minute']}:${parts['second']}${offset}`, TimeZone: offset };
}
