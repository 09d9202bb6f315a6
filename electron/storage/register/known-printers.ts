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

/** The release function of a printer that could not be locked. */
const noLease: ReleaseLease = () => undefined;

/**
 * Locks a printer against all other programs and threads of this user on this machine, whatever data folder they use;
 * null if another one has it. The operating system drops the lock when the program ends. If the machine folder cannot
 * be written or supports no locks, the printer is used without a lock, so that labels can still be printed.
 */
export function leasePrinter(machine: string, address: string): ReleaseLease | null {
  // an address contains characters that are invalid in file names
  const name = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 32);
  const folder = join(machine, 'printing');
  try {
    makePrivateFolder(folder);
    return holdFile(join(folder, `${name}.lock`)) ?? (canLock(folder) ? null : noLease);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return noLease;
    throw error;
  }
}

const printerFileSchema = z.strictObject({
  printers: z.array(configuredPrinterSchema),
  /** printer per label size */
  chosen: z.partialRecord(z.enum(labelSizeNames), z.string()),
});
type PrinterFile = z.infer<typeof printerFileSchema>;

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
/** Whether two have the same address, or report the same identity under different addresses. */
const isSamePrinter = (one: ConfiguredPrinter, other: ConfiguredPrinter): boolean =>
  one.address === other.address || (one.id !== null && one.way === other.way && one.id === other.id);
const errorCode = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/**
 * Printers set up on this machine. They are stored on the machine and not in a data folder, so that every folder prints
 * on the printers of the machine it is used on, and cannot bring an address of its own. Read from disk each time, and
 * changed under a lock, since another program on this machine may change them.
 */
export function knownPrinters(machine: string) {
  const file = join(machine, 'printers.json');

  /** Throws ProblemError `bad-file` if the file cannot be read or is malformed: replacing it would lose the setup. */
  function readContent(): PrinterFile {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { printers: [], chosen: {} };
      throw cannotRead(error);
    }
    try {
      return printerFileSchema.parse(JSON.parse(text));
    } catch {
      throw problem('bad-file', `${file} cannot be read. Put it right, or take it away and set the printers up anew.`, {
        reason: 'printers',
      });
    }
  }
  /** Throws ProblemError `bad-file` if the file cannot be written, and whatever `edit` throws. */
  function updateContent<T>(edit: (content: PrinterFile) => { content: PrinterFile; answer: T }): T {
    try {
      return withFileLock(file, () => {
        const { content, answer } = edit(readContent());
        writePrivateFile(file, JSON.stringify(content, null, 2));
        return answer;
      });
    } catch (error) {
      throw error instanceof ProblemError ? error : cannotWrite(error);
    }
  }
  const cannotRead = (error: unknown) =>
    problem('bad-file', `${file} cannot be read (${errorCode(error)}).`, { reason: 'printers' });
  const cannotWrite = (error: unknown) =>
    problem('bad-file', `${file} cannot be written (${errorCode(error)}).`, { reason: 'write' });
  const requirePrinter = ({ printers }: PrinterFile, name: string): ConfiguredPrinter => {
    const printer = printers.find((one) => isSameName(one.name, name));
    if (printer) return printer;
    throw problem('printer', `No printer here is called ${name}.`, { reason: 'unknown', said: name });
  };

  return {
    list: readContent,
    /** Locks a printer against all other programs of this machine that send it labels; null: another one holds it. */
    lease: (address: string): ReleaseLease | null => leasePrinter(machine, address),
    /** Throws ProblemError `printer`. */
    get: (name: string): ConfiguredPrinter => requirePrinter(readContent(), name),
    /** The printer for labels of a size; null if none is set up. */
    chosenFor(size: LabelSizeName): ConfiguredPrinter | null {
      const content = readContent();
      const name = content.chosen[size];
      return (
        content.printers.find((one) => one.name === name) ?? content.printers.find((one) => one.size === size) ?? null
      );
    },
    /** Throws ProblemError `key-in-use` if another printer has the name, or the address and size. */
    add(printer: ConfiguredPrinter): void {
      updateContent((content) => {
        const conflicting = content.printers.find(
          (one) => isSameName(one.name, printer.name) || (isSamePrinter(one, printer) && one.size === printer.size),
        );
        if (conflicting)
          throw problem(
            'key-in-use',
            `${conflicting.name} at ${conflicting.address} is set up already. Remove it first.`,
            {
              reason: 'printer',
              key: isSameName(conflicting.name, printer.name) ? conflicting.name : conflicting.address,
            },
          );
        const chosen = { [printer.size]: printer.name, ...content.chosen };
        return { content: { printers: [...content.printers, printer], chosen }, answer: undefined };
      });
    },
    /** Changes an existing printer. Throws ProblemError `printer`. */
    change: (name: string, changes: Partial<Omit<ConfiguredPrinter, 'name' | 'address' | 'way'>>): ConfiguredPrinter =>
      updateContent((content) => {
        const current = requirePrinter(content, name);
        const answer = { ...current, ...changes };
        const printers = content.printers.map((one) => (one === current ? answer : one));
        return { content: { ...content, printers }, answer };
      }),
    remove(name: string): void {
      updateContent((content) => {
        const removed = requirePrinter(content, name);
        const chosen = Object.fromEntries(Object.entries(content.chosen).filter(([, one]) => one !== removed.name));
        return { content: { printers: content.printers.filter((one) => one !== removed), chosen }, answer: undefined };
      });
    },
    choose(size: LabelSizeName, name: string): void {
      updateContent((content) => {
        const printer = requirePrinter(content, name);
        if (printer.size !== size)
          throw problem('printer', `${printer.name} holds labels of ${printer.size} mm.`, {
            reason: 'media',
            said: printer.size,
          });
        return { content: { ...content, chosen: { ...content.chosen, [size]: printer.name } }, answer: undefined };
      });
    },
  };
}
export type KnownPrinters = ReturnType<typeof knownPrinters>;
