import { ProblemError, problem } from '../../../shared/contract/problem.ts';
import { configuredPrinterSchema, type ConfiguredPrinter } from '../../../shared/printing/configured-printer.ts';
import { labelSizeNames, type LabelSizeName } from '../../../shared/printing/label-sizes.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { canLock, holdFile } from '../database/file-locks.ts';
import { withFileLock } from './known-targets.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Releases a printer. */
export type ReleaseLease = () => void;

/** Of a printer that nobody is kept off. */
const nobody: ReleaseLease = () => undefined;

/**
 * Keeps a printer for whoever asks first among all programs and threads of this user of this machine, whichever data
 * folder they work on; null: another has it now. The operating system lets go of it with a program that ends. Where
 * nothing can be written or no lock can be taken nobody is kept off: labels come out there as well.
 */
export function leasePrinter(machine: string, address: string): ReleaseLease | null {
  // an address contains characters that are invalid in file names
  const name = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
  const folder = join(machine, 'printing');
  try {
    makePrivateFolder(folder);
    return holdFile(join(folder, `${name}.lock`)) ?? (canLock(folder) ? null : nobody);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nobody;
    throw error;
  }
}

const schema = z.strictObject({
  printers: z.array(configuredPrinterSchema),
  /** printer per label size */
  chosen: z.partialRecord(z.enum(labelSizeNames), z.string()),
});
type PrinterFile = z.infer<typeof schema>;

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
/** Same address, or same identity reported under another address. */
const isSamePrinter = (one: ConfiguredPrinter, other: ConfiguredPrinter): boolean =>
  one.address === other.address || (one.id !== null && one.way === other.way && one.id === other.id);
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/**
 * Printers set up on this machine. They are stored here and not in a data folder, so that practice, live and a folder
 * restored elsewhere each print on the printer next to the person, and no folder brings its own address. Read from disk
 * each time, and changed under a lock: another program on this machine may change them.
 */
export function knownPrinters(machine: string) {
  const file = join(machine, 'printers.json');

  /** Throws ProblemError `bad-file`, also for a malformed file: starting over would lose the setup. */
  function read(): PrinterFile {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { printers: [], chosen: {} };
      throw cannotRead(error);
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw problem('bad-file', `${file} cannot be read. Put it right, or take it away and set the printers up anew.`, {
        reason: 'printers',
      });
    }
  }
  /** Throws ProblemError `bad-file` if the file cannot be written, and what `to` throws. */
  function change<T>(to: (known: PrinterFile) => { known: PrinterFile; answer: T }): T {
    try {
      return withFileLock(file, () => {
        const { known, answer } = to(read());
        writePrivateFile(file, JSON.stringify(known, null, 2));
        return answer;
      });
    } catch (error) {
      throw error instanceof ProblemError ? error : cannotWrite(error);
    }
  }
  const cannotRead = (error: unknown) =>
    problem('bad-file', `${file} cannot be read (${codeOf(error)}).`, { reason: 'printers' });
  const cannotWrite = (error: unknown) =>
    problem('bad-file', `${file} cannot be written (${codeOf(error)}).`, { reason: 'write' });
  const named = ({ printers }: PrinterFile, name: string): ConfiguredPrinter => {
    const found = printers.find((one) => isSameName(one.name, name));
    if (found) return found;
    throw problem('printer', `No printer here is called ${name}.`, { reason: 'unknown', said: name });
  };

  return {
    list: read,
    /** Locks a printer against all other programs of this machine that send it labels; null: another one holds it. */
    lease: (address: string): ReleaseLease | null => leasePrinter(machine, address),
    /** Throws ProblemError `printer`. */
    get: (name: string): ConfiguredPrinter => named(read(), name),
    /** The printer for labels of a size; null if none is set up. */
    chosenFor(size: LabelSizeName): ConfiguredPrinter | null {
      const known = read();
      const name = known.chosen[size];
      return known.printers.find((one) => one.name === name) ?? known.printers.find((one) => one.size === size) ?? null;
    },
    /** Throws ProblemError `key-in-use` if another printer has the name, or the address and size. */
    add(printer: ConfiguredPrinter): void {
      change((known) => {
        const other = known.printers.find(
          (one) => isSameName(one.name, printer.name) || (isSamePrinter(one, printer) && one.size === printer.size),
        );
        if (other)
          throw problem('key-in-use', `${other.name} at ${other.address} is set up already. Remove it first.`, {
            reason: 'printer',
            key: isSameName(other.name, printer.name) ? other.name : other.address,
          });
        const chosen = { [printer.size]: printer.name, ...known.chosen };
        return { known: { printers: [...known.printers, printer], chosen }, answer: undefined };
      });
    },
    /** Changes an existing printer. Throws ProblemError `printer`. */
    change: (name: string, changes: Partial<Omit<ConfiguredPrinter, 'name' | 'address' | 'way'>>): ConfiguredPrinter =>
      change((known) => {
        const before = named(known, name);
        const answer = { ...before, ...changes };
        const printers = known.printers.map((one) => (one === before ? answer : one));
        return { known: { ...known, printers }, answer };
      }),
    remove(name: string): void {
      change((known) => {
        const gone = named(known, name);
        const chosen = Object.fromEntries(Object.entries(known.chosen).filter(([, one]) => one !== gone.name));
        return { known: { printers: known.printers.filter((one) => one !== gone), chosen }, answer: undefined };
      });
    },
    choose(size: LabelSizeName, name: string): void {
      change((known) => {
        const one = named(known, name);
        if (one.size !== size)
          throw problem('printer', `${one.name} holds labels of ${one.size} mm.`, { reason: 'media', said: one.size });
        return { known: { ...known, chosen: { ...known.chosen, [size]: one.name } }, answer: undefined };
      });
    },
  };
}
export type KnownPrinters = ReturnType<typeof knownPrinters>;
