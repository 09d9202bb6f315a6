import { resolve } from 'node:path';
import { startDesk, startReader, type Desk, type DeskOptions } from '../desk.ts';
import { dataFolderOf } from '../two-folders/place.ts';
import type { ExitCode, Given } from './command.ts';
import { demanded } from './given.ts';
import { tellWarnings } from './tell-warnings.ts';

export const dataOption = { data: { type: 'string' } } as const;

type Act = (desk: Desk) => Promise<ExitCode>;

export const folderOf = (given: Given): string => resolve(demanded(given, 'data'));

/** Opens a data folder as its owner, and closes it whatever `act` comes to. */
export const withDesk = (options: DeskOptions, act: Act): Promise<ExitCode> =>
  using(startDesk, options, async (desk) => {
    const warnings = tellWarnings(desk, (line) => void process.stderr.write(line));
    await warnings.look();
    try {
      return await act(desk);
    } finally {
      await warnings.look();
    }
  });

/** Opens a data folder for reading, also beside its owner. */
export const withReader = (options: DeskOptions, act: Act): Promise<ExitCode> => using(startReader, options, act);

type Start = (options: DeskOptions) => Promise<Desk>;

async function using(start: Start, options: DeskOptions, act: Act): Promise<ExitCode> {
  // a host's folder holds two: what it works on now is meant
  const desk = await start({ ...options, folder: await dataFolderOf(options.folder) });
  try {
    return await act(desk);
  } finally {
    await desk.close();
  }
}
