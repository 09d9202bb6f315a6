/** Text encodings of CSV files, by their common names; the same in every language. */
export const encodings = {
  'utf-8': 'UTF-8',
  gb18030: 'GB18030 (GBK, GB2312) 简体中文',
  big5: 'Big5 繁體中文',
  shift_jis: 'Shift_JIS 日本語',
  'euc-kr': 'EUC-KR 한국어',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
} as const;

export type Encoding = keyof typeof encodings;

export const encodingNames = Object.keys(encodings).filter((name): name is Encoding => Object.hasOwn(encodings, name));
