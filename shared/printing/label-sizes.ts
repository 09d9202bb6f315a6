/** Label sizes of label printers by name, in mm. */
export const labelSizes = {
  '100x150': { width: 100, height: 150 },
  '4x6': { width: 101.6, height: 152.4 },
  '100x100': { width: 100, height: 100 },
  '4x4': { width: 101.6, height: 101.6 },
} as const;
export type LabelSizeName = keyof typeof labelSizes;
export const labelSizeNames = ['100x150', '4x6', '100x100', '4x4'] as const satisfies readonly LabelSizeName[];

/** Paper of office printers, in mm. */
export const sheetPapers = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } } as const;
export type SheetPaper = keyof typeof sheetPapers;
export const sheetPaperNames = ['A4', 'Letter'] as const satisfies readonly SheetPaper[];
/** Grids of labels on a sheet by number of labels: columns and rows of equal size, without margins. */
export const sheetGrids = {
  2: { columns: 1, rows: 2 },
  4: { columns: 2, rows: 2 },
  8: { columns: 2, rows: 4 },
  21: { columns: 3, rows: 7 },
} as const;
export type SheetCount = keyof typeof sheetGrids;
export const sheetCounts = [2, 4, 8, 21] as const satisfies readonly SheetCount[];

/** Sizes of the Custom text on a label. */
export const customSizes = ['small', 'usual', 'large'] as const;
export type CustomSize = (typeof customSizes)[number];
