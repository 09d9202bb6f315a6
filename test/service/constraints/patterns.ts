/**
 * A pattern as the document prints it, with hand-written values: those that match it at its extremes, those that break
 * it but no length, and those that match it in some dialects of regular expressions and not in others (`$` before a
 * trailing line feed, `\d` with other digits).
 */
export type Pattern = {
  source: string;
  fits: readonly string[];
  breaks: readonly string[];
  differs: readonly string[];
};

const notClientSigns = [
  'a b',
  ' a',
  'a ',
  'a.b',
  '..',
  'a/b',
  'a\\b',
  'a#',
  'a+b',
  'a,b',
  'é',
  '单',
  'Ａ',
  '１',
  'a\tb',
  '😀',
  "a'",
];

/** PackageId of 6, 7 and 9; ServiceCode and WarehouseId of 14; ServiceCode of 17. */
export const clientSigns: Pattern = {
  source: String.raw`^[a-zA-Z0-9\-_]*$`,
  fits: ['', 'a', 'Z', '0', '-', '_', 'Az09-_', '----', '0000'],
  breaks: notClientSigns,
  differs: ['a\n'],
};

/** ShipmentId of 4. */
export const oneToFiftySigns: Pattern = {
  source: String.raw`^[a-zA-Z0-9\-_]{1,50}$`,
  fits: ['a', 'Z', '0', '-', '_', 'Az09-_', '----', '0000'],
  breaks: ['', ...notClientSigns],
  differs: ['a\n'],
};

/** WarehouseId of 17. */
export const oneToTenSigns: Pattern = {
  source: String.raw`^[a-zA-Z0-9\-_]{1,10}$`,
  fits: ['a', 'Z', '0', '-', '_', 'Az09-_', '----', '0000'],
  breaks: ['', ...notClientSigns],
  differs: ['a\n'],
};

/** CustomStorageNo of 15. */
export const fiveToTwentyAscii: Pattern = {
  source: String.raw`^[\x00-\x7f]{5,20}$`,
  fits: ['ABCDE', '     ', 'a b/c', '!"#$%&', '\u0000\u0001\u001f~\u007f', 'ABCD\n', 'A'.repeat(19)],
  breaks: ['ABCDé', '仓库编号五位', 'ABCD\u0080', 'ABCDE\u00a0', 'ABCDEＦ', 'ABCDE😀'],
  differs: [],
};

/** HsCode and ImportHsCode of 15. */
export const sixToFiftyDigitsOrNone: Pattern = {
  source: String.raw`^\d{6,50}$|^$`,
  fits: ['', '123456', '000000', '1234567890', '9'.repeat(49), '9'.repeat(50)],
  breaks: [
    '1',
    '12345',
    '9'.repeat(51),
    '12345a',
    'abcdef',
    '1234.56',
    ' 123456',
    '123456 ',
    '123 456',
    '-123456',
    ' ',
    '一二三四五六',
  ],
  differs: ['123456\n', '\n', '１２３４５６', '١٢٣٤٥٦'],
};

/** DeclareName of 15. */
export const declareName: Pattern = {
  source: String.raw`(?![\d\s]+$)^[a-zA-Z_\s0-9\-\(\)\'&,\|\.\+]+$`,
  fits: [
    'Cup',
    'a',
    'Z',
    '_',
    '-',
    '(',
    ')',
    "'",
    '&',
    ',',
    '|',
    '.',
    '+',
    '1a',
    'a1',
    '12 34.',
    ' a ',
    "Men's cup (2) & lid, A|B 1.5+",
    'two\tlines\nhere',
  ],
  breaks: [
    '',
    '0',
    '123',
    '12 34',
    ' ',
    '\t',
    '1\n2',
    'Tasse à thé',
    '杯子',
    'a;b',
    'a/b',
    'a:b',
    'a"b',
    'a*b',
    '5%a',
    'a=b',
    'a@b',
    'a#b',
    'a!',
    'a?',
    'a[b',
    'a{b',
    'a\\b',
    'a<b',
    'a>b',
    'a^b',
    'a~b',
    'a`b',
    'a$b',
    'a😀',
    '１２３',
  ],
  differs: [],
};
