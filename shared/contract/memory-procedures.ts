import type { State } from '../outbox/states.ts';
import { rights, type Right } from '../rights/rights.ts';
import { invisibleMarks } from '../text/invisible-text.ts';
import { defineProcedure, commandId, operator, request } from './procedure.ts';
import { approval } from './rights-procedures.ts';
import { z } from 'zod';

/** Lists offered while typing. Countries are built in; the others are imported and learned from use. */
export const listNames = ['services', 'warehouses', 'countries', 'skus', 'locations', 'shippingTypes'] as const;
export type ListName = (typeof listNames)[number];

export interface ListItem {
  code: string;
  /** empty if only the code is known */
  name: string;
  used: number;
  /** for countries: what is typed is unambiguous */
  meant?: true;
}

export interface ListCount {
  list: ListName;
  imported: number;
  learned: number;
}

export interface RememberedAddress {
  id: number;
  /** fields of ShipToAddress; never IDNumber, BankCardLast4digits, RecipientBirthday */
  address: Record<string, string>;
  used: number;
  usedAt: number;
}

export interface RememberedGoods {
  by: 'Sku' | 'DeclareNameEn';
  name: string;
  /** last values, under the names of the drop-ship SKU line */
  facts: Record<string, string | number>;
  /** the create this Weight is from: other creates may use other units */
  endpoint: number;
  used: number;
  usedAt: number;
}

export interface SimilarEntry {
  id: string;
  endpoint: number;
  key: string;
  state: State;
  operator: string;
  recipient: string;
  capturedAt: number;
}

/** Initial values of a form; never with a key. */
export interface InitialRequest {
  query: Record<string, unknown>;
  body: unknown;
}

export interface Template {
  id: number;
  endpoint: number;
  name: string;
  request: InitialRequest;
  operator: string;
  used: number;
  usedAt: number;
}

/** A template as a scan or search result. */
export type TemplateRef = Pick<Template, 'id' | 'endpoint' | 'name'>;

export interface Operator {
  name: string;
  /** short code to type, case-folded */
  code: string;
  /** content of the badge's barcode */
  badge: string;
  hasPin: boolean;
  /** rights of this operator; they matter only once any operator of the desk has rights */
  rights: Right[];
}

/**
 * Operators as one folder of a desk transfers them to the other, so that badges and PINs stay valid. `sharedNames`:
 * names that were in both folders at the last transfer.
 */
const operatorsOfFolder = z.strictObject({
  operators: z.array(
    z.strictObject({
      name: z.string(),
      code: z.string(),
      /** without its prefix */
      badge: z.string(),
      /** salt and hash */
      pin: z.string().nullable(),
      /** separated by spaces */
      rights: z.string(),
    }),
  ),
  sharedNames: z.array(z.string()),
  /**
   * id of the guard these rights belong to, which is created with the first right in a folder; rights of another guard
   * than that of the receiving folder do not count there. Null: written by an older program, or there are no rights
   */
  guard: z.string().nullable(),
});
const operatorTransferSchema = operatorsOfFolder.extend({
  /**
   * present if the receiving folder is the live one; `allowedBy`: its operator with the right to go live
   * whose PIN was checked; null: none
   */
  goesLive: z.strictObject({ allowedBy: z.string().nullable() }).optional(),
  /** the folder that takes them is practice, and they come from live: where both have rights, those of live hold */
  comesFromLive: z.literal(true).optional(),
});
export type OperatorsOfFolder = z.infer<typeof operatorsOfFolder>;
export type OperatorTransfer = z.infer<typeof operatorTransferSchema>;
export interface OperatorsTaken {
  taken: number;
}

export type ScanMeaning =
  | { is: 'command'; command: string }
  | { is: 'badge'; badge: string }
  | { is: 'entry'; text: string; entries: { id: string; endpoint: number; key: string; state: State }[] }
  | { is: 'sku'; text: string; Sku: string }
  /** templates with exactly this name; of several kinds the likeliest first */
  | { is: 'template'; text: string; templates: TemplateRef[] }
  | { is: 'mistyped'; text: string; meant: string[] }
  | { is: 'unknown'; text: string };

const text = z.string().max(200);
const limit = z.int().min(1).max(200).default(20);
/** maximum length of the name of a template or operator, in UTF-16 units */
export const maxNameLength = 100;
/** Contains a visible character, because people pick by it. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(maxNameLength)
  .refine(
    (text) => text.replaceAll(invisibleMarks, '').trim() !== '',
    'A name has letters, digits or signs that can be seen.',
  );

/** Data a desk remembers to save typing, and its operators. Rows of the desk contract. */
export const memoryProcedures = {
  /** numbers for new entries; each is issued only once, whether used or not */
  'packageId.next': defineProcedure<{ ids: string[] }>()('desk', () =>
    z.strictObject({ count: z.int().min(1).max(500).default(1) }),
  ),

  'addresses.find': defineProcedure<{ addresses: RememberedAddress[] }>()('reader', () =>
    z.strictObject({ text, limit }),
  ),
  'addresses.forget': defineProcedure<{ forgotten: boolean }>()('desk', () =>
    z.strictObject({ commandId, id: z.int() }),
  ),
  'goods.find': defineProcedure<{ goods: RememberedGoods[] }>()('reader', () => z.strictObject({ text, limit })),
  /** by SKU or by English name */
  'goods.of': defineProcedure<{ goods: RememberedGoods | null }>()('reader', () =>
    z.union([z.strictObject({ Sku: text }), z.strictObject({ DeclareNameEn: text })]),
  ),
  'goods.forget': defineProcedure<{ forgotten: boolean }>()('desk', () =>
    z.strictObject({ commandId, by: z.enum(['Sku', 'DeclareNameEn']), name: z.string().max(4000) }),
  ),
  /** entries of the last hours (setting `duplicateHours`) with the same recipient and goods, drafts included */
  'entries.similar': defineProcedure<{ entries: SimilarEntry[] }>()('desk', () => z.strictObject({ request })),
  /** an operator's last entry of a kind, without its key; anyone's if no operator is given */
  'entries.last': defineProcedure<{ last: { id: string; key: string; request: InitialRequest } | null }>()(
    'reader',
    () => z.strictObject({ endpoint: z.int(), operator: z.string().max(100).optional() }),
  ),
  /**
   * fields that usually change between an operator's consecutive entries of a kind, as `Package.Skus[].Sku`; for a
   * list, the list itself if its lines change
   */
  'entries.changing': defineProcedure<{ fields: string[] }>()('reader', () =>
    z.strictObject({ endpoint: z.int(), operator: z.string().max(100).optional() }),
  ),

  'lists.find': defineProcedure<{ items: ListItem[] }>()('reader', () =>
    z.strictObject({
      list: z.enum(listNames),
      text,
      limit,
      language: z
        .string()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
        .max(35)
        .default('en'),
    }),
  ),
  /** number of codes of each list: imported ones, and others learned from use */
  'lists.counts': defineProcedure<{ counts: ListCount[] }>()('reader', () => z.strictObject({})),
  /** replaces the previously imported list by a CSV of codes and names; `bad-file` if it cannot be read */
  'lists.import': defineProcedure<{ items: number }>()('desk', () =>
    z.strictObject({ commandId, list: z.enum(listNames).exclude(['countries']), csv: z.string().max(8_000_000) }),
  ),

  'templates.list': defineProcedure<{ templates: Template[] }>()('reader', () => z.strictObject({ endpoint: z.int() })),
  /** overwrites a template of the same kind and name */
  'templates.save': defineProcedure<{ id: number }>()('desk', () =>
    z.strictObject({ commandId, name, request, operator }),
  ),
  /** `key-in-use` if another template of the same kind has the name, `unknown-entry` if it was deleted meanwhile */
  'templates.rename': defineProcedure<{ renamed: true }>()('desk', () =>
    z.strictObject({ commandId, id: z.int(), name }),
  ),
  'templates.forget': defineProcedure<{ forgotten: boolean }>()('desk', () =>
    z.strictObject({ commandId, id: z.int() }),
  ),
  /** `unknown-entry` if it was deleted meanwhile */
  'templates.use': defineProcedure<Template>()('desk', () => z.strictObject({ commandId, id: z.int() })),

  'operators.list': defineProcedure<{ operators: Operator[] }>()('reader', () => z.strictObject({})),
  /**
   * adds an operator or changes the one of this name. `pin`: null removes it, omitted keeps it; `rights` likewise.
   * `key-in-use`: another operator has the code; `invalid` with reason `rights-need-pin`, or `no-supervisor` if no
   * operator could manage rights any more
   */
  'operators.save': defineProcedure<Operator>()('desk', { waits: 'turn', actor: true }, () =>
    z.strictObject({
      commandId,
      name,
      code: z.string().trim().min(1).max(20),
      pin: z.string().min(4).max(20).nullable().optional(),
      newBadge: z.boolean().default(false),
      rights: z.array(z.enum(rights)).optional(),
    }),
  ),
  'operators.forget': defineProcedure<{ forgotten: boolean }>()('desk', { waits: 'turn', actor: true }, () =>
    z.strictObject({ commandId, name }),
  ),
  /** for the other folder of the same desk; not callable by screens, because it has the hashes of PINs */
  'operators.hand': defineProcedure<OperatorsOfFolder>()('reader', { from: 'host' }, () => z.strictObject({})),
  /**
   * whether this folder has its own rights, for which the operators of `from`, the desk's other folder, do not count;
   * not callable by screens
   */
  'operators.apart': defineProcedure<{ apart: boolean }>()('reader', { from: 'host' }, () =>
    z.strictObject({ from: operatorsOfFolder }),
  ),
  /**
   * the operator whose PIN this is, if they have the right in this folder, which may be open for reading only; not
   * callable by screens. `needs-right`, with the names of those who have the right as `holders`
   */
  'operators.permit': defineProcedure<{ name: string }>()('reader', { from: 'host' }, () =>
    z.strictObject({ right: z.enum(rights), approval: approval.optional() }),
  ),
  /** `needs-right` if it goes live without the right of a live folder whose rights are its own */
  'operators.take': defineProcedure<OperatorsTaken>()('desk', { from: 'host' }, () => operatorTransferSchema),
  /**
   * the operator of a badge or short code; `invalid` with reason `unknown`, `pin-needed`, `pin-wrong`, `pin-wait`, or
   * `no-pin` if every operator must have one
   */
  'operators.enter': defineProcedure<Operator>()('desk', () =>
    z.strictObject({ code: text, pin: z.string().max(20).optional() }),
  ),

  /**
   * the operator whose PIN a call would check, and an id of that stored PIN, so that the host can count wrong PINs
   * across both folders; null: there is no operator, or no PIN; not callable by screens
   */
  'operators.named': defineProcedure<{ name: string | null; pinId: string | null }>()(
    'desk',
    { from: 'host', by: 'either' },
    () => z.strictObject({ code: z.string().max(200), of: z.enum(['right', 'desk']) }),
  ),

  /** what a scanned code means at this desk */
  'scan.find': defineProcedure<ScanMeaning>()('reader', () => z.strictObject({ text })),
} as const;
