import { crc32, inflateRawSync } from 'node:zlib';
import { badFile } from './bad-file.ts';

/** A workbook of 100,000 label orders unpacks to about 100 MB. */
const maxBytes = 256 * 1024 * 1024;
const maxEntries = 5000;

const directoryEnd = 0x06054b50;
const directoryEndLength = 22;
/** Maximum length of the comment that follows the directory and ends the file. */
const maxCommentLength = 0xffff;
const directoryEntry = 0x02014b50;
const directoryEntryLength = 46;
const localHead = 0x04034b50;
const localHeadLength = 30;

interface ArchiveEntry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  at: number;
}

/** The XML files of an archive by name. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

const damagedArchive = () =>
  badFile('archive', 'The file begins like a workbook but is damaged or cut short. Save it again.');

/**
 * Unpacks the XML files of a workbook, after checking that it is one, that each file has its declared size, and that
 * all do not exceed 256 MiB. Later steps read these files and never the archive: an archive can be read in two ways,
 * and the limits would hold for only one. Throws ProblemError `bad-file`.
 */
export function openArchive(bytes: Buffer): ArchiveFiles {
  const entries = entriesOf(bytes);
  if (!entries.some((entry) => entry.name === 'xl/workbook.xml'))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it is a ZIP archive that holds no workbook. Give a CSV or XLSX file.',
    );
  const whole = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (whole > maxBytes)
    throw badFile(
      'too-big',
      `The workbook unpacks to more than ${maxBytes / 1024 / 1024} MiB. Split it into smaller files.`,
    );
  const read = entries.filter(({ name }) => name.endsWith('.xml') || name.endsWith('.xml.rels'));
  return new Map(read.map((entry) => [entry.name, unpack(bytes, entry)]));
}

function entriesOf(bytes: Buffer): ArchiveEntry[] {
  const end = directoryEndOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  // a multi-part archive, of which this is only a part
  if (bytes.readUInt16LE(end + 8) !== count) throw damagedArchive();
  if (count > maxEntries)
    throw badFile('too-big', `The workbook holds more than ${maxEntries} files. Save its sheet as CSV UTF-8.`);
  const entries: ArchiveEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (at + directoryEntryLength > end || bytes.readUInt32LE(at) !== directoryEntry) throw damagedArchive();
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + directoryEntryLength, at + directoryEntryLength + nameLength),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += directoryEntryLength + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** Position of the end-of-directory record: the last possible one. */
function directoryEndOf(bytes: Buffer): number {
  const last = bytes.length - directoryEndLength;
  for (let at = last; at >= 0 && at >= last - maxCommentLength; at -= 1)
    if (bytes.readUInt32LE(at) === directoryEnd) return at;
  throw damagedArchive();
}

// A size in the directory is only a claim; unpacking with it as the limit verifies it.
function unpack(bytes: Buffer, entry: ArchiveEntry): Buffer {
  if (entry.at + localHeadLength > bytes.length || bytes.readUInt32LE(entry.at) !== localHead) throw damagedArchive();
  const start = entry.at + localHeadLength + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28);
  const data = bytes.subarray(start, start + entry.packed);
  const content = entry.method === 0 ? data : inflated(data, entry);
  if (content.length !== entry.unpacked || crc32(content) !== entry.crc) throw damagedArchive();
  return content;
}

function inflated(data: Buffer, { method, unpacked }: ArchiveEntry): Buffer {
  if (method !== 8) throw damagedArchive();
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(unpacked, 1) });
  } catch {
    throw damagedArchive();
  }
}
