import { readLogo } from '../labels/logo.ts';
import { customSizes, labelSizeNames } from '../printing/label-sizes.ts';
import { z } from 'zod';

/** Why a text is invalid as name or value of the secret header; screens translate it. */
export const headerFaults = ['header-name', 'own-header', 'header-value'] as const;
export type HeaderFault = (typeof headerFaults)[number];

// Headers that frame a request, describe its content or address a proxy are set by the HTTP client: another value could
// split one request into two, or break it.
const ownHeaders =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|proxy-.*|accept.*|expect|upgrade|te|trailer|range|if-.*)$/i;

/** Null if this is valid as name of the secret header. */
export function headerNameFault(name: string): HeaderFault | null {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'header-name';
  return ownHeaders.test(name) ? 'own-header' : null;
}

/** Null if this is valid as value of the secret header. */
export const headerValueFault = (value: string): HeaderFault | null =>
  /^[\x20-\x7e]*$/.test(value) ? null : 'header-value';

/** Advice in plain English; repeats nothing of the input. */
export const headerAdvice: Readonly<Record<HeaderFault, string>> = {
  'header-name': 'A header name consists of letters, digits and -, without colons or spaces, such as X-Api-Key.',
  'own-header':
    'The desk sets this header itself with every request. Ask the service which one carries the secret, as X-Api-Key or Authorization.',
  'header-value':
    'The secret has a character that no header can carry, as é or one that is not seen. Copy it once more from where the service shows it.',
};

/** A parcel box of a counter: its name, and length, width and height as exact decimals with a point. */
export interface BoxSize {
  name: string;
  sides: readonly [string, string, string];
}

const side = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`;
const sideSeparator = String.raw`\s*[xX×*]\s*`;
const sidesPattern = new RegExp(`^${side}${sideSeparator}${side}${sideSeparator}${side}$`);
const namedSidesPattern = new RegExp(`^(.*\\S)[\\s:=]\\s*${side}${sideSeparator}${side}${sideSeparator}${side}$`);

const parseSides = (sideTexts: readonly (string | undefined)[]): BoxSize['sides'] => {
  const [length = '', width = '', height = ''] = sideTexts.map((one) => one?.replace(',', '.'));
  return [length, width, height];
};

/** Parses three sides such as `30x20x15`; null for anything else. */
export function readSides(text: string): BoxSize['sides'] | null {
  const match = sidesPattern.exec(text.trim());
  return match && parseSides(match.slice(1));
}

/**
 * Parses boxes with their sizes, such as `S 20x15x10; M 30x20x15`; null if a part is invalid or a name occurs twice.
 */
export function readBoxSizes(text: string): BoxSize[] | null {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const boxes = parts.flatMap((part): BoxSize[] => {
    const match = namedSidesPattern.exec(part);
    const name = match?.[1]?.replace(/[:=]$/, '').trim() ?? '';
    return match && name !== '' ? [{ name, sides: parseSides(match.slice(2)) }] : [];
  });
  const names = new Set(boxes.map(({ name }) => name.toLowerCase()));
  return boxes.length === parts.length && names.size === boxes.length ? boxes : null;
}

/**
 * Protocol of a scale: `sends` sends one line after the other unprompted (`ST,GS,+ 1.234kg`), `sics` answers `SI` (`S S
 * 1.234 kg`), an 8217 answers `W` with a weight without a unit.
 */
export const scaleProtocols = ['none', 'sends', 'sics', '8217-kg', '8217-lb'] as const;
export type ScaleProtocol = (typeof scaleProtocols)[number];

/** Baud rate, data bits, parity; the scale must be set to the same. */
export const scaleLines = ['9600-8n', '9600-7e', '4800-8n', '4800-7e', '2400-8n', '2400-7e', '19200-8n'] as const;
export type ScaleLine = (typeof scaleLines)[number];

export interface SerialOptions {
  baudRate: number;
  dataBits: 7 | 8;
  parity: 'none' | 'even';
  stopBits: 1;
}

export function serialOptions(line: ScaleLine): SerialOptions {
  const [speed, bitsAndParity] = line.split('-');
  const has7DataBits = bitsAndParity === '7e';
  return {
    baudRate: Number(speed),
    dataBits: has7DataBits ? 7 : 8,
    parity: has7DataBits ? 'even' : 'none',
    stopBits: 1,
  };
}

/** Shorter passphrases could be found by trial by anyone who has a locked copy. */
export const minPassphrase = 12;

/**
 * The service's language for tracking texts, for screens in this language; the documented default if that is unknown.
 */
export const trackingLanguage = (screenLanguage: unknown): 'en' | 'zh' => (screenLanguage === 'en' ? 'en' : 'zh');

const seconds = (max: number) => z.number().min(0).max(max);

/** A text that becomes part of a URL, in which lone surrogates cannot be encoded. */
const urlText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));

/** Empty for no header. */
const headerName = z
  .string()
  .max(100)
  .superRefine((name, context) => {
    const reason = name === '' ? null : headerNameFault(name);
    if (reason) context.addIssue({ code: 'custom', message: headerAdvice[reason], params: { reason } });
  });

const boxSizes = z
  .string()
  .max(2000)
  .superRefine((text, context) => {
    if (readBoxSizes(text) === null)
      context.addIssue({
        code: 'custom',
        message: 'Boxes are written as S 20x15x10; M 30x20x15, each name once.',
        params: { reason: 'boxes' },
      });
  });

const labelLogo = z
  .string()
  .max(40_000)
  .superRefine((text, context) => {
    if (text !== '' && readLogo(text) === null)
      context.addIssue({
        code: 'custom',
        message: 'A logo is chosen on the settings screen, from a PNG.',
        params: { reason: 'logo' },
      });
  });

/**
 * Settings of one desk, stored in its database; each has a default. Times are in seconds, so that the command line's
 * `--set name=value` and the settings screen use the same values.
 */
export const settingsSchema = z.strictObject({
  /** Timeout for an answer of the service. */
  requestTimeoutSeconds: seconds(600).positive().default(30),
  /** Running time during which an order with a lost answer must stay unknown to the service before it is sent again. */
  graceSeconds: seconds(86_400).default(600),
  /** Time between saving and the first attempt, in which an entry can still be withdrawn or changed. */
  holdSeconds: seconds(3600).default(5),
  /** Maximum number of concurrent deliveries. */
  concurrency: z.int().min(1).max(32).default(4),
  /** First and longest wait between attempts of one entry, and between probes while offline. */
  backoffFirstSeconds: seconds(300).positive().default(1),
  backoffMostSeconds: seconds(3600).positive().default(300),
  /** First and longest wait between outcome checks. */
  readFirstSeconds: seconds(3600).positive().default(2),
  readMostSeconds: seconds(86_400).positive().default(3600),
  /** An accepted entry without an outcome for this long is listed as stuck. */
  stuckSeconds: seconds(2_592_000).positive().default(1800),
  /** First and longest wait between checks of a watched tracking number. */
  watchFirstSeconds: seconds(86_400).positive().default(1800),
  watchMostSeconds: seconds(604_800).positive().default(43_200),
  /** A watched parcel whose newest checkpoint is this old is listed as standing still. */
  stoodStillSeconds: seconds(31_536_000).positive().default(432_000),
  /** Never resends a label order, drop-ship order or declaration with a lost answer without a person's decision. */
  alwaysAsk: z.boolean().default(false),
  /** `sync` of endpoint 1; the meaning of its values is undocumented. */
  sync: z.int().default(0),
  /** `idType` of endpoints 3 and 11 */
  idType: urlText(50).default('PackageId'),
  /** `lang` of endpoints 5 and 12 */
  lang: urlText(10).default('zh'),
  /** Handling location suggested in new orders. */
  location: z.string().max(20).default(''),
  /** Shown beside weights and sizes; nothing is converted. */
  weightUnit: z.string().min(1).max(10).default('g'),
  lengthUnit: z.string().min(1).max(10).default('cm'),
  /** Boxes of this counter, suggested at the length of a parcel: `S 20x15x10; M 30x20x15`. */
  boxSizes: boxSizes.default(''),
  /** Protocol of this desk's scale; `none`: it has no scale, and no page gets access to a port. */
  scale: z.enum(scaleProtocols).default('none'),
  /** Settings of its serial line. */
  scaleLine: z.enum(scaleLines).default('9600-8n'),
  /** A stable weight is entered automatically into the focused weight field if that is empty. */
  scaleEnters: z.boolean().default(false),
  /** Sender on the label if an order names none. */
  senderContact: z.string().max(200).default(''),
  senderPhone: z.string().max(50).default(''),
  senderEmail: z.string().max(200).default(''),
  senderCountry: z.string().max(100).default(''),
  senderProvince: z.string().max(100).default(''),
  senderCity: z.string().max(100).default(''),
  senderStreet1: z.string().max(200).default(''),
  senderStreet2: z.string().max(200).default(''),
  senderHouseNumber: z.string().max(50).default(''),
  senderPostcode: z.string().max(50).default(''),
  /** Name of the header that carries the secret; the secret itself is in the secret store, never here. */
  headerName: headerName.default(''),
  /** Second location of the rescue journal; empty for none. */
  journalCopy: z.string().max(1000).default(''),
  /** Folder of the automatic daily backups; empty for none. */
  backupFolder: z.string().max(1000).default(''),
  /** Label size for printing and previews, unless the printer determines it. */
  labelSize: z.enum(labelSizeNames).default('100x150'),
  /** Optional parts of the labels. */
  labelSender: z.boolean().default(true),
  labelContents: z.boolean().default(true),
  /** Size of the Custom text. */
  labelCustom: z.enum(customSizes).default('usual'),
  /** Logo beside the sender, as encoded by `writeLogo`; empty for none. */
  labelLogo: labelLogo.default(''),
  /** Own labels given by URL may be fetched from private networks too. */
  labelPrivate: z.boolean().default(false),
  /** Days after which personal data of settled entries is erased; 0: never. */
  retentionDays: z.int().min(0).max(3650).default(0),
  /** Start of every PackageId made here, five of `clearCharacters`; empty: generated randomly at first use. */
  deskCode: z
    .string()
    .regex(/^(?:[0-9A-HJKMNP-TV-Y]{5})?$/)
    .default(''),
  /**
   * An operator who takes over the desk must enter a PIN each time; operators without one, and typed names, are
   * rejected.
   */
  operatorPin: z.boolean().default(false),
  /** New entries get a number made by this desk; off where a counter always scans numbers. */
  ownNumbers: z.boolean().default(true),
  /** New entries start with the service, warehouse and location of the last one of their kind. */
  offerLast: z.boolean().default(true),
  /** Hours within which a second entry for the same recipient and goods causes a warning. */
  duplicateHours: z.number().min(0).max(720).default(24),
});

/**
 * Settings that name a folder to write to. A screen may clear them but not set them; a restore drops folders unknown
 * to this machine.
 */
export const folderSettings = ['journalCopy', 'backupFolder'] as const satisfies readonly (keyof Settings)[];

/** Folders named in some of these values. */
export const foldersIn = (values: Record<string, unknown>): string[] =>
  folderSettings.flatMap((name) => {
    const folder = values[name];
    return typeof folder === 'string' && folder !== '' ? [folder] : [];
  });

export type Settings = z.infer<typeof settingsSchema>;
export type SettingName = keyof Settings;
export const defaultSettings: Settings = settingsSchema.parse({});

/** The allowed values of an enum setting; null for any other setting. */
export function optionsOf(name: SettingName): readonly string[] | null {
  const inner = settingsSchema.shape[name].unwrap();
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

/**
 * Why a value is invalid for a setting: a plain English message, and the reason by which a screen translates it. Null
 * if it is valid.
 */
export function settingFault(name: SettingName, value: unknown): { message: string; reason: string } | null {
  const issue = settingsSchema.shape[name].safeParse(value).error?.issues[0];
  if (!issue) return null;
  const reason: unknown = issue.code === 'custom' ? issue.params?.['reason'] : undefined;
  return { message: issue.message, reason: typeof reason === 'string' ? reason : 'limits' };
}

/** Parses the value of a `name=value` pair of the command line by the setting's type. */
export function readSettingText(name: string, text: string): unknown {
  if (!Object.hasOwn(defaultSettings, name)) return undefined;
  switch (typeof defaultSettings[name as SettingName]) {
    case 'number':
      return text.trim() === '' ? Number.NaN : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
