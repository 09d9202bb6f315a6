/**
 * Messages of the Internet Printing Protocol in their binary form: RFC 8010, section 3. Only what this client sends and
 * reads; other values of a printer are kept as bytes.
 */

/** Tags of groups and values: RFC 8010, sections 3.5.1 and 3.5.2. */
const groupTags = { operation: 0x01, job: 0x02, printer: 0x04, unsupported: 0x05 } as const;
const endOfAttributes = 0x03;
const valueTags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
} as const;
/** The lowest tag of a value; lower tags start a group. */
const firstValueTag = 0x10;
/** More groups and values than a printer or print server sends: each takes far more memory here than in the message. */
const maxTags = 50_000;
const [beginCollection, endCollection] = [0x34, 0x37];

export type IppGroup = keyof typeof groupTags;
export type IppSyntax = keyof typeof valueTags;
/** Numbers, booleans and texts; bytes for any other syntax. */
export type IppValue = number | boolean | string | Uint8Array;
/** An attribute to send: name, syntax, values. */
export type IppAttribute = readonly [name: string, syntax: IppSyntax, ...values: (number | boolean | string)[]];

export interface IppRequest {
  /** operation-id, RFC 8011, section 5.4.15 */
  operation: number;
  requestId: number;
  groups: readonly (readonly [IppGroup, readonly IppAttribute[]])[];
  /** the document, after the attributes */
  data?: Uint8Array;
}
export interface IppResponse {
  /** status-code, RFC 8011, appendix B */
  status: number;
  requestId: number;
  /** the first group of each kind; a job of ours has only one */
  groups: Partial<Record<IppGroup, ReadonlyMap<string, readonly IppValue[]>>>;
  /** every printer in the answer */
  printers: ReadonlyMap<string, readonly IppValue[]>[];
}

/** The message is cut off or malformed. */
export class BadIppError extends Error {
  override readonly name = 'BadIppError';
}

/** Encodes in version 1.1, which every printer has to support: RFC 8010, section 3.1. */
export function encodeIpp({ operation, requestId, groups, data }: IppRequest): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x0101, 0);
  head.writeUInt16BE(operation, 2);
  head.writeInt32BE(requestId, 4);
  const attributes = groups.flatMap(([group, list]) => [
    Buffer.from([groupTags[group]]),
    ...list.flatMap(encodeAttribute),
  ]);
  return Buffer.concat([head, ...attributes, Buffer.from([endOfAttributes]), ...(data ? [data] : [])]);
}

/** Every value but the first has an empty name: RFC 8010, sections 3.1.4 and 3.1.5. */
function encodeAttribute([name, syntax, ...values]: IppAttribute): Buffer[] {
  return values.flatMap((value, at) => [
    Buffer.from([valueTags[syntax]]),
    ...withLength(Buffer.from(at === 0 ? name : '')),
    ...withLength(encodeValue(value)),
  ]);
}

function withLength(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return [length, bytes];
}

function encodeValue(value: number | boolean | string): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.from([Number(value)]);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Decodes an answer of a printer. Throws BadIppError. */
export function decodeIpp(bytes: Buffer): IppResponse {
  let at = 0;
  function readBytes(count: number): Buffer {
    if (at + count > bytes.length) throw new BadIppError(`It ends after ${bytes.length} bytes.`);
    at += count;
    return bytes.subarray(at - count, at);
  }
  const readShort = (): number => readBytes(2).readUInt16BE();
  if (readBytes(2)[0] === 0) throw new BadIppError('It is of no version of the protocol.');
  const status = readShort();
  const requestId = readBytes(4).readInt32BE();
  const groups: Partial<Record<IppGroup, Map<string, IppValue[]>>> = {};
  const printers: Map<string, IppValue[]>[] = [];
  let group: Map<string, IppValue[]> | null = null;
  let values: IppValue[] = [];
  let [depth, tags] = [0, 0];
  for (let tag = readBytes(1)[0]!; tag !== endOfAttributes; tag = readBytes(1)[0]!) {
    tags += 1;
    if (tags > maxTags) throw new BadIppError('It says more than a printer has to say.');
    if (tag < firstValueTag) {
      const name = groupNames.get(tag);
      group = new Map();
      if (name !== undefined) groups[name] ??= group;
      if (name === 'printer') printers.push(group);
      continue;
    }
    const name = readBytes(readShort()).toString();
    const value = decodeValue(tag, readBytes(readShort()));
    if (group === null) throw new BadIppError('A value stands in no group.');
    // RFC 8010, section 3.1.6: members of a collection are not values of their own
    if (tag === endCollection) depth -= 1;
    if (depth === 0 && tag !== endCollection) {
      if (name !== '') {
        values = [];
        // some printers send an attribute twice: the first counts
        if (!group.has(name)) group.set(name, values);
      }
      values.push(value);
    }
    if (tag === beginCollection) depth += 1;
  }
  return { status, requestId, groups, printers };
}

const groupNames = new Map(Object.entries(groupTags).map(([name, tag]) => [tag as number, name as IppGroup]));

/** RFC 8010, section 3.9. */
function decodeValue(tag: number, bytes: Buffer): IppValue {
  if (tag === valueTags.integer || tag === valueTags.enum) {
    if (bytes.length !== 4) throw new BadIppError(`A number has ${bytes.length} bytes.`);
    return bytes.readInt32BE();
  }
  if (tag === valueTags.boolean) return bytes[0] === 1;
  // character strings without a language, RFC 8010, section 3.5.2
  return tag >= 0x40 && tag < 0x60 ? bytes.toString() : Uint8Array.from(bytes);
}
