/** Media types of spreadsheets by their ending. */
export const sheetTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type SheetForm = keyof typeof sheetTypes;

/** The desk's own time of day, as part of a file name. */
export function timeStamp(now: number): string {
  const at = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}${two(at.getMinutes())}`;
}

/** Without what a file system may not take. */
export const fileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_');
