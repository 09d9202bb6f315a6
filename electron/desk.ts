import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { deskContract, type Input, type Output, type ProcedureName } from '../shared/desk-contract.ts';
import { no, ProblemError, type Result } from '../shared/problem.ts';
import { faultPlace } from './rpc/failure.ts';
import { link, type Link } from './rpc/link.ts';
import type { ScreenDesk } from './rpc/screen-desk.ts';

export interface DeskOptions {
  folder: string;
  /** settings for this run, never stored; `bad-setting` where one is none */
  settings?: Record<string, unknown>;
}

/** The desk as a host has it: all work is done in its workers, this side only carries messages. */
export interface Desk extends Omit<ScreenDesk, 'takeFile'> {
  /** A call by name and type. Rejects with a ProblemError where the answer is a problem. */
  ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** settles when one of the workers has ended, asked to or not; who waits for an event waits for this too */
  ended: Promise<void>;
}

const report = (error: unknown): void => void process.stderr.write(`${faultPlace(error)}\n`);

// The same line is right from the sources and in a bundle, where all programs lie side by side.
function start(program: 'desk-worker' | 'reader-worker', options: DeskOptions): Link {
  const url = new URL(`./${program}${extname(import.meta.url)}`, import.meta.url);
  return link(new Worker(url, { workerData: options }), report);
}

/**
 * Opens a data folder, which is made if it is not there, as its only owner. Rejects with a ProblemError: `folder-in-use`,
 * `newer-database`, `damaged`, `bad-setting`.
 */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const desk = start('desk-worker', options);
  await desk.ready;
  // Migrations are over now: the reader finds the newest shape.
  const reader = start('reader-worker', options);
  const both = deskOf({ desk, reader });
  await reader.ready.catch(async (error: unknown) => {
    await both.close();
    throw error;
  });
  return both;
}

/** Opens a data folder for reading, beside an owner or without one. Rejects as `startDesk`, and where there is no desk. */
export async function startReader(options: DeskOptions): Promise<Desk> {
  const reader = start('reader-worker', options);
  await reader.ready;
  return deskOf({ reader });
}

function deskOf(links: Partial<Record<'desk' | 'reader', Link>>): Desk {
  const all = Object.values(links);
  function call(name: string, input: unknown): Promise<Result<unknown>> {
    const unknown = no('unknown-command', `The desk has no procedure ${JSON.stringify(name)}.`);
    if (!Object.hasOwn(deskContract, name)) return Promise.resolve(unknown);
    const to = links[deskContract[name as ProcedureName].worker];
    return to ? to.call(name, input) : Promise.resolve(unknown);
  }
  return {
    call,
    async ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
      const result = await call(name, input);
      if (!result.ok) throw new ProblemError(result.problem);
      return result.value as Output<N>;
    },
    onEvent(listener) {
      for (const one of all) one.onEvent(listener);
    },
    ended: Promise.race(all.map((one) => one.ended)),
    async close() {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}
