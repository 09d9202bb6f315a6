import { writeTable } from '../../export/write-table.ts';
import type { Handlers } from '../transport/answer.ts';
import { fileName, sheetTypes } from './file-names.ts';
import { storeDownload } from './made-files.ts';

/** Saves a screen's table as a file for a person. */
export function tableHandlers(folder: string, now: () => number): Pick<Handlers<'desk'>, 'table.file'> {
  return {
    'table.file'({ name, as, rows }) {
      const about = { name: `${fileName(name)}.${as}`, mediaType: sheetTypes[as] };
      return storeDownload(folder, about, now(), (path) => writeTable(path, as, rows));
    },
  };
}
