/** A day of this machine's calendar, from `from` until `to` (ms), with 23 or 25 hours when the clocks change. */
export interface LocalDay {
  /** for example `2026-11-23` */
  name: string;
  from: number;
  to: number;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function createDay(year: number, month: number, date: number): LocalDay {
  const start = new Date(year, month, date);
  const name = `${String(start.getFullYear()).padStart(4, '0')}-${twoDigits(start.getMonth() + 1)}-${twoDigits(start.getDate())}`;
  return { name, from: start.getTime(), to: new Date(year, month, date + 1).getTime() };
}

/** The day that contains a time (ms). */
export function dayOf(time: number): LocalDay {
  const date = new Date(time);
  return createDay(date.getFullYear(), date.getMonth(), date.getDate());
}

/** The day with a name such as `2026-11-23`. */
export function dayNamed(name: string): LocalDay {
  const [year = 0, month = 1, date = 1] = name.split('-').map(Number);
  return createDay(year, month - 1, date);
}
