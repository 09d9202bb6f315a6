import { resolve } from 'node:path';
import { startDesk, startReader, type Desk, type DeskOptions } from '../desk.ts';
import type { ExitCode, Given } from './command.ts';
import { demanded } from './given.ts';

export const dataOption = { data: { type: 'string' } } as const;

type Act = (desk: Desk) => Promise<ExitCode>;

export const folderOf = (given: Given): string => resolve(demanded(given, 'data'));

/** Opens a data folder as its owner, and closes it whatever `act` comes to. */
export const withDesk = (options: DeskOptions, act: Act): Promise<ExitCode> => using(startDesk(options), act);

/** Opens a data folder for reading, also beside its owner. */
export const withReader = (options: DeskOptions, act: Act): Promise<ExitCode> => using(startReader(options), act);

async function using(opening: Promise<Desk>, act: Act): Promise<ExitCode> {
  const desk = await opening;
  try {
    return await act(desk);
  } finally {
    await desk.close();
  }
}
