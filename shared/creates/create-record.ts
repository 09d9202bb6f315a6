import { fieldInAnyLine, joinPaths } from '../path/path.ts';
import type { DependencyRule, RepeatRule, StatusEndpoint, EndpointInterface } from '../service/endpoint.ts';
import { request } from '../service/field.ts';
import type { AdviceRule } from './advice-rules.ts';
import { pathsUnder, type FormLayout } from './form/form-layout.ts';
import type * as z from 'zod';

/**
 * Parts without which an order makes no sense. `recipient`: the name; `address`: a city or street on the label;
 * `goods`: goods, boxes or containers.
 */
export const missingParts = ['recipient', 'country', 'address', 'goods'] as const;
export type MissingPart = (typeof missingParts)[number];

/** Fields of the recipient in the object at `parentPath` that usually change. */
export const changingRecipientFields = (parentPath: string): string[] =>
  pathsUnder(joinPaths(parentPath, 'ShipToAddress'), ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1']);

/** Fields of a goods list that usually change. */
export const changingGoodsFields = (list: string): string[] =>
  ['Sku', 'Quantity'].map((name) => fieldInAnyLine(list, name));

export const changingBoxFields: readonly string[] = [
  'ContainerInfos[].Weight',
  ...changingGoodsFields('ContainerInfos[].SkuInfos'),
];

export const changingParcelFields: readonly string[] = [
  'Package.Weight',
  ...changingRecipientFields('Package'),
  ...changingGoodsFields('Package.Skus'),
];

/** The endpoint that calculates the prices of an entry, and the paths of its inputs in the body, if it has them. */
export type Pricing =
  /** Boxes sent to a warehouse. */
  | { endpoint: 14; boxes: string; warehouse?: readonly string[] }
  /**
   * One parcel: path of the object with its sizes, or of a list of boxes that must have exactly one; the recipient is
   * at `recipient`.
   */
  | { endpoint: 17; sizes?: readonly string[]; onlyBox?: string; warehouse?: readonly string[] };

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
   * What proves that the service created it: the tracking number or the handling in its status record, or the receipt
   * in the answer; `taken`: its acceptance is all there is.
   */
  creationProof: 'number' | 'handling' | 'receipt' | 'taken';
  /** Fields of the order that its status record must repeat: a record without them belongs to another order. */
  fieldsInRecord: readonly ('ServiceCode' | 'Country')[];
  /** Path of the object that contains service, number and recipient; empty: the body itself. */
  parcel: readonly string[];
  /** Path of the recipient; null if it has none. */
  recipient: readonly string[] | null;
  /** Paths of lists of goods, with `*` for every line; an empty path is the body itself. */
  goods: readonly (readonly string[])[];
  /** What it needs to make sense: at least one of the paths of each part must be filled. */
  neededFields: Readonly<Partial<Record<MissingPart, readonly string[]>>>;
  advice: readonly AdviceRule[];
  /**
   * Fields that usually change from one order to the next: recipient, goods, quantities, weight. Used until earlier
   * entries show which fields change.
   */
  varyingFields: readonly string[];
  /**
   * `drawn`: the desk draws its label from the captured order and its number, unless it contains an own label; the
   * label lists are stored in a column, so another kind with `drawn` needs a migration. `brought`: it has only own
   * labels.
   */
  label: 'drawn' | 'brought' | 'none';
  /** Null: sending it costs nothing. */
  pricing: Pricing | null;
  form: FormLayout;
}

const emptyParams = request({});

/** Defaults of a create record. */
export const createDefaults = {
  method: 'POST',
  params: emptyParams,
  query: emptyParams,
  reply: null,
  replyKind: 'none',
  statuses: [201, 200, 400],
  units: {},
  creates: true,
  repeat: 'documented',
  outcome: [],
  needs: [],
  mayBeEmptyReply: true,
  creationProof: 'number',
  fieldsInRecord: [],
  parcel: [],
  label: 'none',
  recipient: null,
} as const;
