/** Media types of spreadsheets by file extension. */
export const sheetTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type SheetForm = keyof typeof sheetTypes;

/** Local date and time, for file names. */
export function timeStamp(now: number): string {
  const at = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}${two(at.getMinutes())}`;
}

/** Replaces characters that a file system may reject. */
export const fileName = (name: string): string => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_');
