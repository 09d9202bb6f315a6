import type * as z from 'zod';
import type { Need, Repeat, StatusNumber, Wire } from '../service/endpoint.ts';
import { request } from '../service/field.ts';
import type { Lack } from './lacks.ts';
import type { AdvicePiece } from './advice-pieces.ts';
import type { FormLayout } from './form/form-layout.ts';

/** Where an entry says what its prices are asked with; a path of the body each. What it does not name has none. */
export type Priced =
  /** boxes on their way into a warehouse */
  | { by: 14; boxes: string; warehouse?: readonly string[] }
  /** one parcel: the object that has its sizes, or the list of boxes of which there must be one only; who gets it stands under `recipient` */
  | { by: 17; sizes?: readonly string[]; onlyBox?: string; warehouse?: readonly string[] };

/** All that engine, import, export, memories, practice, screens and texts know of a kind of entry a counter makes. */
export interface CreateRecord extends Wire {
  /** the endpoint's number in the interface document, and in every row of the outbox */
  number: number;
  /** its name in addresses, files and on the command line */
  kind: string;
  /** what many of them are called in sentences of an import */
  plural: string;
  creates: true;
  method: 'POST';
  body: z.ZodObject;
  /** `borrowed`: it is made under the key of something else that is there, and so does not take that key from it */
  key: { kind: string; path: readonly string[]; borrowed?: true };
  repeat: Repeat;
  outcome: readonly StatusNumber[];
  needs: readonly Need[];
  mayBeEmptyReply: boolean;
  /**
   * What says that it was made: the tracking number, or the handling, of its status record; the receipt it is answered with; `taken`:
   * nothing does beyond that it was taken.
   */
  madeBy: 'number' | 'handling' | 'receipt' | 'taken';
  /** what its status record is documented to repeat of the order, so that one without it is another's */
  recordSays: readonly ('ServiceCode' | 'Country')[];
  /** the object of the body with what it is sent with: service, number, recipient */
  parcel: readonly string[];
  /** where who gets it stands; null: it goes to nobody */
  recipient: readonly string[] | null;
  /** lists of goods, `*` being every line; the empty path is the body itself */
  goods: readonly (readonly string[])[];
  /** what it needs to make sense to anybody: paths of which one at least must be filled */
  sense: Readonly<Partial<Record<Lack, readonly string[]>>>;
  advice: readonly AdvicePiece[];
  /** fields that change from one to the next where no entries tell: who gets it, what and how much is in it, what it weighs */
  changes: readonly string[];
  /**
   * `drawn`: its label is drawn here, of what was captured and of its number, where it brings none along; the lists of labels are a column,
   * which a migration widens. `brought`: it has those that it brings along, and no other.
   */
  label: 'drawn' | 'brought' | 'none';
  /** null: it costs nothing to send */
  priced: Priced | null;
  form: FormLayout;
}

const none = request({});

/** What most creates have in common; a record says what is otherwise. */
export const usual = {
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
