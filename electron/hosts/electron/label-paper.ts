import type { WebContentsPrintOptions } from 'electron';

/** Print options for label paper of a size (mm): no margins, size in micrometres as Electron expects. */
export const labelPaper = ({
  width,
  height,
}: {
  width: number;
  height: number;
}): Pick<WebContentsPrintOptions, 'margins' | 'pageSize'> => ({
  margins: { marginType: 'none' },
  pageSize: { width: Math.round(width * 1000), height: Math.round(height * 1000) },
});
