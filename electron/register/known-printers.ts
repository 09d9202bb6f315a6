import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { problem } from '../../shared/contract/problem.ts';
import { knownPrinterSchema, type KnownPrinter } from '../../shared/printing/known-printer.ts';
import { labelSizeNames, type LabelSizeName } from '../../shared/printing/label-sizes.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';

const schema = z.strictObject({
  printers: z.array(knownPrinterSchema),
  /** which printer takes labels of a size */
  chosen: z.partialRecord(z.enum(labelSizeNames), z.string()),
});
type Known = z.infer<typeof schema>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/**
 * Printers that a person set up on this machine: they stand here and not in a data folder, so that practice, live and a folder that is
 * restored elsewhere each print on what stands beside the person, and no folder brings an address along. Read anew each time: another
 * program of this machine may have added one.
 */
export function knownPrinters(machine: string) {
  const file = join(machine, 'printers.json');

  /** Throws ProblemError `bad-file`, also where the file is none of ours: to begin anew would forget what was set up. */
  function read(): Known {
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
  function write(known: Known): void {
    try {
      makePrivateFolder(machine);
      writePrivate(file, JSON.stringify(known, null, 2));
    } catch (error) {
      throw cannotWrite(error);
    }
  }
  const cannotRead = (error: unknown) =>
    problem('bad-file', `${file} cannot be read (${codeOf(error)}).`, { reason: 'printers' });
  const cannotWrite = (error: unknown) =>
    problem('bad-file', `${file} cannot be written (${codeOf(error)}).`, { reason: 'write' });
  const named = ({ printers }: Known, name: string): KnownPrinter => {
    const found = printers.find((one) => same(one.name, name));
    if (found) return found;
    throw problem('printer', `No printer here is called ${name}.`, { reason: 'unknown', said: name });
  };

  return {
    list: read,
    /** Throws ProblemError `printer`. */
    get: (name: string): KnownPrinter => named(read(), name),
    /** Which printer takes labels of a size; null where none is there. */
    chosenFor(size: LabelSizeName): KnownPrinter | null {
      const known = read();
      const name = known.chosen[size];
      return known.printers.find((one) => one.name === name) ?? known.printers.find((one) => one.size === size) ?? null;
    },
    /** Throws ProblemError `key-in-use` where another has the name or the address. */
    add(printer: KnownPrinter): void {
      const known = read();
      const other = known.printers.find(
        (one) => same(one.name, printer.name) || (one.address === printer.address && one.size === printer.size),
      );
      if (other)
        throw problem('key-in-use', `${other.name} at ${other.address} is set up already. Remove it first.`, {
          reason: 'printer',
          key: same(other.name, printer.name) ? other.name : other.address,
        });
      const chosen = { [printer.size]: printer.name, ...known.chosen };
      write({ printers: [...known.printers, printer], chosen });
    },
    /** Changes one that is there. Throws ProblemError `printer`. */
    change(name: string, changes: Partial<Omit<KnownPrinter, 'name' | 'address' | 'way'>>): KnownPrinter {
      const known = read();
      const before = named(known, name);
      const changed = { ...before, ...changes };
      write({ ...known, printers: known.printers.map((one) => (one === before ? changed : one)) });
      return changed;
    },
    remove(name: string): void {
      const known = read();
      const gone = named(known, name);
      const chosen = Object.fromEntries(Object.entries(known.chosen).filter(([, one]) => one !== gone.name));
      write({ printers: known.printers.filter((one) => one !== gone), chosen });
    },
    choose(size: LabelSizeName, name: string): void {
      const known = read();
      const one = named(known, name);
      if (one.size !== size)
        throw problem('printer', `${one.name} holds labels of ${one.size} mm.`, { reason: 'media', said: one.size });
      write({ ...known, chosen: { ...known.chosen, [size]: one.name } });
    },
  };
}
export type KnownPrinters = ReturnType<typeof knownPrinters>;
