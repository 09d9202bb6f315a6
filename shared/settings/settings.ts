import { z } from 'zod';
import { readLogo } from '../labels/logo.ts';
import { customSizes, labelSizeNames } from '../printing/label-sizes.ts';
import { readBoxSizes } from './box-sizes.ts';
import { scaleLines, scaleWays } from './scale.ts';
import { headerAdvice, headerNameFault } from './secret-header.ts';

const seconds = (most: number) => z.number().min(0).max(most);

/** Stands in the addresses of requests: half a character cannot be written there. */
const inAddress = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text));

/** Empty for no header. */
const headerName = z
  .string()
  .max(100)
  .superRefine((name, check) => {
    const reason = name === '' ? null : headerNameFault(name);
    if (reason) check.addIssue({ code: 'custom', message: headerAdvice[reason], params: { reason } });
  });

const boxSizes = z
  .string()
  .max(2000)
  .superRefine((text, check) => {
    if (readBoxSizes(text) === null)
      check.addIssue({
        code: 'custom',
        message: 'Boxes are written as S 20x15x10; M 30x20x15, each name once.',
        params: { reason: 'boxes' },
      });
  });

const labelLogo = z
  .string()
  .max(40_000)
  .superRefine((text, check) => {
    if (text !== '' && readLogo(text) === null)
      check.addIssue({
        code: 'custom',
        message: 'A logo is chosen on the settings screen, from a PNG.',
        params: { reason: 'logo' },
      });
  });

/**
 * Settings of one desk, kept in its database; every one has a default. Times are in seconds, so that the command line's
 * `--set name=value` and the settings screen speak the same words.
 */
export const settingsSchema = z.strictObject({
  /** longest wait for one answer of the service */
  requestTimeoutSeconds: seconds(600).positive().default(30),
  /** running time over which a lost order must stay unknown before it is sent again */
  graceSeconds: seconds(86_400).default(600),
  /** between "saved" and the first try, while an entry can still be withdrawn or changed */
  holdSeconds: seconds(3600).default(5),
  /** deliveries under way at once */
  concurrency: z.int().min(1).max(32).default(4),
  /** first and longest wait between tries of one entry, and between probes while offline */
  backoffFirstSeconds: seconds(300).positive().default(1),
  backoffMostSeconds: seconds(3600).positive().default(300),
  /** first and longest wait between two reads of an outcome */
  readFirstSeconds: seconds(3600).positive().default(2),
  readMostSeconds: seconds(86_400).positive().default(3600),
  /** an accepted entry without an outcome for this long stands on the "stuck" list */
  stuckSeconds: seconds(2_592_000).positive().default(1800),
  /** first and longest wait between two looks at a watched tracking number */
  watchFirstSeconds: seconds(86_400).positive().default(1800),
  watchMostSeconds: seconds(604_800).positive().default(43_200),
  /** a watched parcel whose newest checkpoint is this old stands on the list of those that stood still */
  stoodStillSeconds: seconds(31_536_000).positive().default(432_000),
  /** never send a lost label order, drop-ship order or declaration again without a person */
  alwaysAsk: z.boolean().default(false),
  /** `sync` of endpoint 1; what its values mean is not shown */
  sync: z.int().default(0),
  /** `idType` of endpoints 3 and 11 */
  idType: inAddress(50).default('PackageId'),
  /** `lang` of endpoints 5 and 12 */
  lang: inAddress(10).default('zh'),
  /** handling location offered in new orders */
  location: z.string().max(20).default(''),
  /** printed beside weights and sizes; nothing is converted */
  weightUnit: z.string().min(1).max(10).default('g'),
  lengthUnit: z.string().min(1).max(10).default('cm'),
  /** boxes of this counter, offered at the length of a parcel: `S 20x15x10; M 30x20x15` */
  boxSizes: boxSizes.default(''),
  /** how the scale of this desk speaks; none: it has none, and no port is let to a page */
  scale: z.enum(scaleWays).default('none'),
  /** what its line is set to */
  scaleLine: z.enum(scaleLines).default('9600-8n'),
  /** a weight that stands still goes into an empty field of a weight by itself while the cursor is there */
  scaleEnters: z.boolean().default(false),
  /** the label's sender where an order names none */
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
  /** name of the header that carries the secret; its value is in the secret store, never here */
  headerName: headerName.default(''),
  /** second place for the rescue journal; empty for none */
  journalCopy: z.string().max(1000).default(''),
  /** backups go there by themselves, a day; empty for none */
  backupFolder: z.string().max(1000).default(''),
  /** which labels are printed and shown where no printer says it */
  labelSize: z.enum(labelSizeNames).default('100x150'),
  /** what stands on them beside what each label needs */
  labelSender: z.boolean().default(true),
  labelContents: z.boolean().default(true),
  /** how large the Custom text is */
  labelCustom: z.enum(customSizes).default('usual'),
  /** the logo beside the sender, as `writeLogo` has it; empty for none */
  labelLogo: labelLogo.default(''),
  /** labels that orders bring along by an address may be fetched from the network around this machine, too */
  labelPrivate: z.boolean().default(false),
  /** days after which personal data of settled entries is erased; 0: never */
  retentionDays: z.int().min(0).max(3650).default(0),
  /** begins every PackageId made here, five of `clearCharacters`; empty: made by chance at first use */
  deskCode: z
    .string()
    .regex(/^(?:[0-9A-HJKMNP-TV-Y]{5})?$/)
    .default(''),
  /** who takes over the desk types their PIN each time: an operator without one cannot, nor can a name that is only typed */
  operatorPin: z.boolean().default(false),
  /** a new entry gets a number made by this desk; off where a counter always scans them */
  ownNumbers: z.boolean().default(true),
  /** a new entry begins with the service, the warehouse and the location of the last one of its kind */
  offerLast: z.boolean().default(true),
  /** hours within which a second entry for the same recipient and goods is warned of */
  duplicateHours: z.number().min(0).max(720).default(24),
});

/** Settings that name a folder to write to: a screen names none, and no backup does. */
export const placeSettings = ['journalCopy', 'backupFolder'] as const satisfies readonly (keyof Settings)[];

/** Folders that are named among some values. */
export const placesIn = (values: Record<string, unknown>): string[] =>
  placeSettings.flatMap((name) => {
    const place = values[name];
    return typeof place === 'string' && place !== '' ? [place] : [];
  });

export type Settings = z.infer<typeof settingsSchema>;
export type SettingName = keyof Settings;
export const defaultSettings: Settings = settingsSchema.parse({});

/** What a setting that is one of a few may be; null for any other. */
export function optionsOf(name: SettingName): readonly string[] | null {
  const inner = settingsSchema.shape[name].unwrap();
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null;
}

/** Why a value cannot be that of a setting: plain English, and what a screen says it by. Null where it can. */
export function settingFault(name: SettingName, value: unknown): { message: string; reason: string } | null {
  const issue = settingsSchema.shape[name].safeParse(value).error?.issues[0];
  if (!issue) return null;
  const reason: unknown = issue.code === 'custom' ? issue.params?.['reason'] : undefined;
  return { message: issue.message, reason: typeof reason === 'string' ? reason : 'limits' };
}

/** Reads `name=value` of the command line by the setting's own type. */
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
