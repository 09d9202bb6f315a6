import { inAnyLine, join } from '../path/path.ts';
import type { DependencyRule, RepeatRule, StatusEndpoint, EndpointInterface } from '../service/endpoint.ts';
import { request } from '../service/field.ts';
import type { AdviceRule } from './advice-rules.ts';
import { pathsUnder, type FormLayout } from './form/form-layout.ts';
import type * as z from 'zod';

/**
 * `recipient`: no name; `country`: no country; `address`: neither city nor street on a label; `goods`: no goods, boxes
 * or containers.
 */
export const lacks = ['recipient', 'country', 'address', 'goods'] as const;
export type Lack = (typeof lacks)[number];

/** Fields of the recipient of the object at `place`. */
export const changingRecipientFields = (place: string): string[] =>
  pathsUnder(join(place, 'ShipToAddress'), ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1']);

/** Fields of a goods list that usually change. */
export const changingGoodsFields = (list: string): string[] => ['Sku', 'Quantity'].map((name) => inAnyLine(list, name));

export const changingBoxFields: readonly string[] = [
  'ContainerInfos[].Weight',
  ...changingGoodsFields('ContainerInfos[].SkuInfos'),
];

export const changingParcelFields: readonly string[] = [
  'Package.Weight',
  ...changingRecipientFields('Package'),
  ...changingGoodsFields('Package.Skus'),
];

/** How the prices of an entry are requested; paths in its body. Paths not given do not exist. */
export type Priced =
  /** Boxes sent to a warehouse. */
  | { by: 14; boxes: string; warehouse?: readonly string[] }
  /**
   * One parcel: path of the object with its sizes, or of a list of boxes that must have exactly one; the recipient is
   * at `recipient`.
   */
  | { by: 17; sizes?: readonly string[]; onlyBox?: string; warehouse?: readonly string[] };

/** Everything that engine, import, export, memories, practice, screens and texts know of a kind of entry. */
export interface CreateRecord extends EndpointInterface {
  /** The endpoint's number in the interface document, and in every row of the outbox. */
  number: number;
  /** Its name in addresses, files and on the command line. */
  kind: string;
  /** Plural in sentences of an import. */
  plural: string;
  creates: true;
  method: 'POST';
  body: z.ZodObject;
  /** `borrowed`: it uses the key of an existing object without claiming it. */
  key: { kind: string; path: readonly string[]; borrowed?: true };
  repeat: RepeatRule;
  outcome: readonly StatusEndpoint[];
  needs: readonly DependencyRule[];
  mayBeEmptyReply: boolean;
  /**
   * Evidence that it was made: the tracking number or the handling in its status record, or the receipt in the answer;
   * `taken`: nothing beyond its acceptance.
   */
  madeBy: 'number' | 'handling' | 'receipt' | 'taken';
  /**
   * Fields of the order that its status record is documented to repeat; a record without them belongs to another order.
   */
  recordSays: readonly ('ServiceCode' | 'Country')[];
  /** Path of the object with service, number and recipient. */
  parcel: readonly string[];
  /** Path of the recipient; null if it has none. */
  recipient: readonly string[] | null;
  /** Paths of lists of goods, with `*` for every line; an empty path is the body itself. */
  goods: readonly (readonly string[])[];
  /** What it needs to make sense: at least one of the paths per lack must be filled. */
  sense: Readonly<Partial<Record<Lack, readonly string[]>>>;
  advice: readonly AdviceRule[];
  /**
   * Fields that usually change from one order to the next, used until entries show it: recipient, goods, quantities,
   * weight.
   */
  changes: readonly string[];
  /**
   * `drawn`: its label is drawn here from the captured order and its number, unless it contains an own label; label
   * lists are a database column that a migration widens. `brought`: it has only its own labels.
   */
  label: 'drawn' | 'brought' | 'none';
  /** Null: sending it costs nothing. */
  priced: Priced | null;
  form: FormLayout;
}

const none = request({});

/** Defaults of a create record. */
export const createDefaults = {
  method: 'POST',
  params: none,
  query: none,
  reply: null,
  replyKind: 'none',
  statuses: [201, 200, 400],
  units: {},
  creates: true,
  repeat: 'documented',
  outcome: [],
  needs: [],
  mayBeEmptyReply: true,
  madeBy: 'number',
  recordSays: [],
  parcel: [],
  label: 'none',
  recipient: null,
} as const;
