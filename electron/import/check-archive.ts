import { inflateRawSync } from 'node:zlib';
import { badFile } from './bad-file.ts';

/** A workbook of 100,000 label orders unpacks to about 100 MB. */
const mostBytes = 256 * 1024 * 1024;
const mostEntries = 5000;

interface ArchiveEntry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

const noArchive = () =>
  badFile('archive', 'The file begins like a workbook but is damaged or cut short. Save it again.');

/**
 * Makes sure that an archive is a workbook and unpacks to what it says and to no more than 256 MiB, before a library touches it.
 * Throws ProblemError `bad-file`.
 */
export function checkArchive(bytes: Buffer): void {
  const entries = entriesOf(bytes);
  if (!entries.some((entry) => entry.name === 'xl/workbook.xml'))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it is a ZIP archive that holds no workbook. Give a CSV or XLSX file.',
    );
  const whole = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (whole > mostBytes || entries.length > mostEntries)
    throw badFile(
      'too-big',
      `The workbook unpacks to more than ${mostBytes / 1024 / 1024} MiB. Split it into smaller files.`,
    );
  for (const entry of entries) unpack(bytes, entry);
}

function entriesOf(bytes: Buffer): ArchiveEntry[] {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 22 > bytes.length) throw noArchive();
  const count = bytes.readUInt16LE(end + 10);
  const entries: ArchiveEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw noArchive();
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** One file of an archive that passed the check; null where it holds none of this name. */
export function unpackedEntry(bytes: Buffer, name: string): Buffer | null {
  const entry = entriesOf(bytes).find((one) => one.name === name);
  return entry ? unpack(bytes, entry) : null;
}

// A size in the directory is a claim. Unpacking here, with the claim as limit, is what makes it true.
function unpack(bytes: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.at + 30 > bytes.length) throw noArchive();
  const start = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
  const data = bytes.subarray(start, start + entry.packed);
  if (entry.method === 0 && entry.packed === entry.unpacked) return data;
  if (entry.method !== 8) throw noArchive();
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(entry.unpacked, 1) });
  } catch {
    throw noArchive();
  }
}
