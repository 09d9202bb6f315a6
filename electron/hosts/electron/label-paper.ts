import type { WebContentsPrintOptions } from 'electron';

/** Label paper of a size (mm) is printed to its edges; its size in micrometres, as Electron takes it. */
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
