import type { Handlers } from '../../platform/link/answer.ts';
import { writeTable } from '../../spreadsheets/export/write-table.ts';
import { safeFileName, sheetTypes, storeDownload } from '../calls/downloads.ts';

/** Saves a screen's table as a file for a person. */
export function tableHandlers(folder: string, now: () => number): Pick<Handlers<'desk'>, 'table.file'> {
  return {
    'table.file'({ name, as, rows }) {
      const fileInfo = { name: `${safeFileName(name)}.${as}`, mediaType: sheetTypes[as] };
      return storeDownload(folder, fileInfo, now(), (path) => writeTable(path, as, rows));
    },
  };
}
