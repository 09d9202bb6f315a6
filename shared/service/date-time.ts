// "ISO 8601 date-times (with an optional UTC offset)" leaves open which of the standard's many spellings are meant. Taken:
// the extended one, with a T, seconds and their fraction optional, the offset Z, +hh:mm or +hh. A date without a time is
// not a date-time; weeks, ordinal days, the spelling without dashes and the leap second are not taken.
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)?$/;

/** Whether a text is a date-time whose day exists (section Conventions, type `date`). */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
