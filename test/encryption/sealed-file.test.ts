import {
  makeLock,
  type Lock,
  createOpener,
  makeRecoveryKey,
  readRecoveryKey,
} from '../../electron/platform/encryption/lock.ts';
import { openSealed, sealFile } from '../../electron/platform/encryption/sealed-file.ts';
import { clearCharacters } from '../../shared/text/check-character.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const passphrase = 'twelve or more 十二';
const recoveryKey = makeRecoveryKey();
const piece = 65_536;
let key: Buffer;
let lock: Lock;
beforeAll(async () => {
  ({ key, lock } = await makeLock(passphrase, recoveryKey));
});

const filled = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 255));

/** Seals bytes into a file; returns functions to read, alter and open it. */
function sealed(bytes: Buffer) {
  const folder = temporaryFolder();
  const [from, to, open] = ['from', 'to', 'open'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(from, bytes);
  sealFile(from, to, { lock, key });
  const known = createOpener([], new Map([[lock.id, key]]));
  return {
    read: () => readFileSync(to),
    write: (changed: Buffer) => writeFileSync(to, changed),
    opened(opener = known): Buffer {
      openSealed(to, open, opener);
      return readFileSync(open);
    },
  };
}

describe('a sealed file', () => {
  it.each([0, 1, piece - 1, piece, piece + 1, 3 * piece])('of %d bytes opens to identical bytes', (size) => {
    const bytes = filled(size);
    expect(sealed(bytes).opened().equals(bytes)).toBe(true);
  });

  it('opens with its passphrase however typed, and with its recovery key as people copy it', () => {
    const file = sealed(Buffer.from('Ana'));
    for (const given of [
      passphrase,
      ` ${passphrase} `,
      passphrase.normalize('NFKD'),
      recoveryKey,
      recoveryKey.replaceAll('-', ' ').toLowerCase(),
    ])
      expect(file.opened(createOpener(['another one', given])).toString()).toBe('Ana');
  });

  it('does not open with another key; the error shows whether none was given, it is wrong, or where it is mistyped', () => {
    const file = sealed(Buffer.from('Ana'));
    const refused = (given: string[]) => {
      try {
        return file.opened(createOpener(given));
      } catch (error) {
        return (error as { problem: unknown }).problem;
      }
    };
    expect(refused([])).toMatchObject({ kind: 'locked', params: { reason: 'none-given' } });
    expect(refused(['correct horse battery'])).toMatchObject({ kind: 'locked', params: { reason: 'wrong' } });
    expect(refused([makeRecoveryKey()])).toMatchObject({ kind: 'locked', params: { reason: 'wrong' } });
    const other = clearCharacters.replace(recoveryKey[7] ?? '', '')[3] ?? '';
    expect(refused([`${recoveryKey.slice(0, 7)}${other}${recoveryKey.slice(8)}`])).toMatchObject({
      kind: 'locked',
      params: { reason: 'mistyped', group: 2 },
    });
  });

  it('that was truncated, altered, reordered or extended anywhere is reported as damaged, and never opened in part', () => {
    const file = sealed(filled(3 * piece));
    const whole = file.read();
    const header = whole.indexOf(10) + 1;
    const step = piece + 16;
    const flipped = (at: number): Buffer => {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    const parts = [0, 1, 2].map((n) => whole.subarray(header + n * step, header + (n + 1) * step));
    const [head, one, two, three] = [whole.subarray(0, header), ...parts] as [Buffer, Buffer, Buffer, Buffer];
    const changed = {
      'cut in its header': whole.subarray(0, header - 20),
      'cut behind its header': head,
      'cut between pieces': Buffer.concat([head, one, two]),
      'cut in a piece': whole.subarray(0, header + step + 100),
      'without a piece': Buffer.concat([head, one, three]),
      'in another order': Buffer.concat([head, two, one, three]),
      lengthened: Buffer.concat([whole, Buffer.from([0])]),
      'twice its last piece': Buffer.concat([whole, three]),
      'altered in its header': flipped(60),
      'altered in its salt': flipped(header - 100),
      'altered in a piece': flipped(header + step + 5),
      'altered in a proof': flipped(whole.length - 1),
    };
    for (const [how, bytes] of Object.entries(changed)) {
      file.write(bytes);
      expect(() => file.opened(), how).toThrow(/torn or damaged/);
    }
    file.write(whole);
    expect(file.opened()).toHaveLength(3 * piece);
  });

  it('of foreign origin is reported as damaged, whatever key derivation cost its header asks for', () => {
    const file = sealed(Buffer.from('Ana'));
    const whole = file.read();
    const header = whole.subarray(0, whole.indexOf(10)).toString();
    const text = header.slice('parcel-desk-sealed '.length, -65);
    const asking = (N: number): string => text.replace(/"N":\d+/, `"N":${N}`);
    for (const made of ['no json', 'null', '7', '[]', '{"v":"1"}', asking(3), asking(2 ** 19), asking(0)]) {
      const hash = createHash('sha256').update(made).digest('hex');
      file.write(
        Buffer.concat([Buffer.from(`parcel-desk-sealed ${made} ${hash}\n`), whole.subarray(header.length + 1)]),
      );
      expect(() => file.opened(createOpener([passphrase])), made).toThrow(/torn or damaged/);
    }
  });

  it('contains no readable text, and sealing the same content twice gives different bytes', () => {
    const [one, other] = [sealed(Buffer.from('Ana García')), sealed(Buffer.from('Ana García'))];
    for (const file of [one, other]) expect(file.read().includes('Ana')).toBe(false);
    expect(one.read().subarray(-20).equals(other.read().subarray(-20))).toBe(false);
  });
});

it('a recovery key with any single wrong character is rejected', () => {
  const key = makeRecoveryKey();
  for (let at = 0; at < key.length; at += 1) {
    if (key[at] === '-') continue;
    for (const other of clearCharacters.replace(key[at] ?? '', ''))
      expect(readRecoveryKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBeNull();
  }
  expect(readRecoveryKey(key)).toBe(key);
});
