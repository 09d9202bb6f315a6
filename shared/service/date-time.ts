// The document's "ISO 8601 date-times (with an optional UTC offset)" does not say which of the standard's many formats.
// Accepted: the extended format with a T; seconds and their fraction optional; offset Z, +hh:mm or +hh. Not accepted: a
// date without a time, week and ordinal dates, the basic format without dashes, the leap second.
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)?$/;

/** Whether a text is a date-time of an existing day (section Conventions, type `date`). */
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
