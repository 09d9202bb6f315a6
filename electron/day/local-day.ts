/** A day of this machine's calendar (ms), with 23 or 25 hours when the clocks change. */
export interface LocalDay {
  /** for example `2026-11-23` */
  name: string;
  from: number;
  to: number;
}

const two = (value: number): string => String(value).padStart(2, '0');

function dayAt(year: number, month: number, date: number): LocalDay {
  const begin = new Date(year, month, date);
  const name = `${String(begin.getFullYear()).padStart(4, '0')}-${two(begin.getMonth() + 1)}-${two(begin.getDate())}`;
  return { name, from: begin.getTime(), to: new Date(year, month, date + 1).getTime() };
}

/** The day that contains a time (ms). */
export function dayOf(time: number): LocalDay {
  const at = new Date(time);
  return dayAt(at.getFullYear(), at.getMonth(), at.getDate());
}

/** The day with a name such as `2026-11-23`. */
export function dayNamed(name: string): LocalDay {
  const [year = 0, month = 1, date = 1] = name.split('-').map(Number);
  return dayAt(year, month - 1, date);
}
