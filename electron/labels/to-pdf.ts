import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { replacePrivateFile } from '../private-files/write-private.ts';
import type { Drawing } from './draw.ts';
import { PdfDocument } from './pdf-document.ts';

/** Drawings as one PDF in memory, one page each, exactly the drawing's size. */
export function toPdf(drawings: Iterable<Drawing>): Buffer {
  const parts: Buffer[] = [];
  const document = new PdfDocument((bytes) => void parts.push(bytes));
  for (const drawing of drawings) document.addPage(drawing);
  document.end();
  return Buffer.concat(parts);
}

const CHUNK = 256 * 1024;

/**
 * Writes drawings as one PDF, a page each, as they arrive. The file replaces any existing one only when it is complete
 * and on disk; on failure the existing file is untouched. Throws as `replacePrivately`, what `drawings` throws, and
 * RangeError without drawings. Returns the number of pages.
 */
export async function writePdf(path: string, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  const pages = await replacePrivateFile(path, async (unfinished) => {
    const file = openSync(unfinished, 'r+');
    try {
      const written = await writePages(file, drawings);
      fsyncSync(file);
      return written;
    } finally {
      closeSync(file);
    }
  });
  syncFolder(dirname(path));
  return pages;
}

async function writePages(file: number, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  let buffered: Buffer[] = [];
  let size = 0;
  const flush = () => {
    const bytes = Buffer.concat(buffered);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    buffered = [];
    size = 0;
  };
  const document = new PdfDocument((bytes) => {
    buffered.push(bytes);
    size += bytes.length;
    if (size >= CHUNK) flush();
  });
  let pages = 0;
  for await (const drawing of drawings) {
    document.addPage(drawing);
    pages++;
  }
  if (pages === 0) throw new RangeError('there is no label to write');
  document.end();
  flush();
  return pages;
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder as a file, and needs no such sync.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
