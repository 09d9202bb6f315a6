export interface CheckpointTime {
  /** ms since 1970; null if the text cannot be read as a time without guessing */
  instant: number | null;
  zone: 'own' | 'given' | 'assumed';
  /** minutes east of UTC at that place and time; 0 if the zone is assumed */
  offset: number;
}

const written =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const epoch = /^(\d{10}|\d{13})$/;
const offset = /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?([0-5]\d))?$/i;

/**
 * The time of a checkpoint: by the zone in its DateTime, else by TimeZone (`+08:00`, `UTC+8`, `8`, `Europe/Madrid`),
 * else as UTC. Day and month are never guessed: unless the year comes first, it is not read.
 */
export function readCheckpointTime(DateTime: string, TimeZone: string): CheckpointTime {
  const text = DateTime.trim();
  if (epoch.test(text)) return { instant: Number(text) * (text.length === 10 ? 1000 : 1), zone: 'own', offset: 0 };
  const match = written.exec(text);
  const local = match && localOf(match);
  if (local === null) return { instant: null, zone: 'assumed', offset: 0 };
  const own = match?.[8];
  const ownMs = own === undefined ? null : offsetMs(own);
  const ms = ownMs ?? offsetMs(TimeZone) ?? offsetOfPlace(TimeZone.trim(), local);
  if (ms === null) return { instant: local, zone: 'assumed', offset: 0 };
  return { instant: local - ms, zone: ownMs === null ? 'given' : 'own', offset: ms / 60_000 };
}

function localOf(match: RegExpExecArray): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const ms = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const back = new Date(time);
  const isReal =
    back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24;
  return isReal && minute < 60 && second < 60 ? time : null;
}

function offsetMs(text: string): number | null {
  const zone = text.trim();
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = offset.exec(zone);
  if (!match) return null;
  const [, sign, hours, minutes = '0'] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (size > 14 * 3_600_000) return null;
  return sign === '-' ? -size : size;
}

const places = new Map<string, Intl.DateTimeFormat | null>();
const maxPlaces = 500;

function placeOf(name: string): Intl.DateTimeFormat | null {
  const known = places.get(name);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat | null = null;
  try {
    if (/^[A-Za-z_+\-/0-9]{3,40}$/.test(name))
      format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    // no zone of this name
  }
  if (places.size < maxPlaces) places.set(name, format);
  return format;
}

/** Offset of a named zone at a local time, from the instant of a first estimate; wrong for at most an hour a year. */
function offsetOfPlace(name: string, local: number): number | null {
  const format = placeOf(name);
  if (!format) return null;
  const at = (instant: number): number => {
    const part = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
    return offsetMs(part?.value ?? '') ?? 0;
  };
  return at(local - at(local));
}
