import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Drawing } from './draw.ts';
import { PdfDocument } from './pdf-document.ts';

/** Drawings as one PDF in memory, a page each of exactly the drawing's size. */
export function toPdf(drawings: Iterable<Drawing>): Buffer {
  const parts: Buffer[] = [];
  const document = new PdfDocument((bytes) => void parts.push(bytes));
  for (const drawing of drawings) document.addPage(drawing);
  document.end();
  return Buffer.concat(parts);
}

let started = 0;

const CHUNK = 256 * 1024;

/**
 * Writes drawings as one PDF, a page each, as they come. The file appears under its name only when it is whole and on disk; whatever stood there stays until then, and
 * stays if this fails. Throws what the file system or `drawings` throws, and RangeError where there is nothing to draw. Returns the number of pages.
 */
export async function writePdf(path: string, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  const unfinished = join(dirname(path), `.${basename(path)}.${process.pid}-${threadId}-${++started}.part`);
  const file = openSync(unfinished, 'w');
  let isOpen = true;
  try {
    const pages = await writePages(file, drawings);
    fsyncSync(file);
    closeSync(file);
    isOpen = false;
    renameSync(unfinished, path);
    syncFolder(dirname(path));
    return pages;
  } catch (error) {
    if (isOpen) closeSync(file);
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function writePages(file: number, drawings: Iterable<Drawing> | AsyncIterable<Drawing>): Promise<number> {
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = () => {
    const bytes = Buffer.concat(waiting);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    waiting = [];
    size = 0;
  };
  const document = new PdfDocument((bytes) => {
    waiting.push(bytes);
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
