import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { Size } from '../labels/label-form.ts';
import type { PageForm } from '../labels/make-page.ts';
import type { Fetched } from '../service/fetch-file.ts';
import { maxOwnBytes } from '../../shared/labels/own-label.ts';
import { fileFetcher, type FileFetcher } from '../service/fetch-in-turn.ts';
import type { LogoFault } from '../../shared/labels/logo.ts';
import type { OwnDrawn, OwnMade, OwnWanted } from '../own-labels/make-own.ts';
import { ownAddresses } from '../own-labels/read-text.ts';
import { linkWhenAsked } from '../rpc/transport/kept-link.ts';
import { link } from '../rpc/transport/link.ts';
import { after } from './after.ts';
import { boundThread, type ThreadBounds } from './bound-thread.ts';

/** A logo as its setting has it, or why there is none. */
export type LogoMade = { logo: string } | { fault: LogoFault };

/** What an address that a label names gave. */
export interface FetchedOwn {
  address: string;
  gave: Fetched;
}

export interface OwnLabelAsks {
  make: { in: { wanted: OwnWanted; fetched: FetchedOwn[]; form: PageForm }; out: OwnMade };
  draw: { in: { wanted: OwnWanted; fetched: FetchedOwn[]; paper: Size | null }; out: OwnDrawn };
  logo: { in: { png: Uint8Array }; out: LogoMade };
}

/** Reads labels that orders bring along, which others have written: in a thread of its own, with limits. One after the other. */
export interface OwnLabels {
  /**
   * For a printer, with others' labels behind it. What is wrong with the label is its `fault`, too much time or memory too. Rejects with a
   * ProblemError `cancelled` once closed.
   */
  make(wanted: OwnWanted, form: PageForm): Promise<OwnMade>;
  /** The same as drawings, each page on paper of a size (mm), or as large as it is. */
  draw(wanted: OwnWanted, paper: Size | null): Promise<OwnDrawn>;
  /** A logo of the desk's own labels, which a person chose: a picture that others have written, too. */
  logo(png: Uint8Array): Promise<LogoMade>;
  /** This label will be asked for soon: what it names is fetched now. */
  ahead(wanted: Pick<OwnWanted, 'texts' | 'allowPrivate'>): void;
  close(): Promise<void>;
}

/** What one label may take. A page of A3 at 600 dpi takes a tenth of the memory and a second. */
const usualBounds: ThreadBounds = { memoryMb: 768, answerMs: 30_000 };

const gone: Problem = {
  kind: 'bad-file',
  message: 'The own label takes more time or memory than a label may. Correct it, or leave it out.',
  params: { reason: 'too-big' },
};

const tooMuch = { fault: { field: 'ImportLabel', reason: 'too-much', message: gone.message, params: {} } } as const;

const closing = problem('cancelled', 'The desk is being closed.').problem;
/** It is in the middle of a label. */
const latestEndMs = 2000;

/** A person waits for the label (ms). */
const timeoutMs = 15_000;

async function fetchOwn(url: URL, allowPrivate: boolean): Promise<Fetched> {
  // the client of the network is loaded for the first that is fetched
  const { fetchFile } = await import('../service/fetch-file.ts');
  return fetchFile(url, { timeoutMs, capBytes: maxOwnBytes, allowPrivate, timer: { after } });
}

/** Starts a thread that reads own labels at the first of them, and again where it ended. */
export function startOwnLabels(
  bounds: ThreadBounds = usualBounds,
  fetcher: FileFetcher = fileFetcher({ fetch: fetchOwn, monotonic: () => performance.now() }),
): OwnLabels {
  const kept = linkWhenAsked(() => {
    const url = new URL(`./own-label-worker${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb } });
    return link<OwnLabelAsks>(thread, {
      gone,
      closing,
      latestEndMs,
      watch: (over) => boundThread(thread, bounds, over),
    });
  });
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask<N extends keyof OwnLabelAsks>(
    name: N,
    input: OwnLabelAsks[N]['in'],
    tooMuch: OwnLabelAsks[N]['out'],
  ): Promise<OwnLabelAsks[N]['out']> {
    if (closed) throw new ProblemError(closing);
    const thread = await kept.there();
    if (!thread) throw new ProblemError(kept.trouble() ?? gone);
    try {
      return await thread.ask(name, input);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'bad-file') throw error;
      // the next one begins another
      await thread.ended;
      return tooMuch;
    }
  }
  /** One at a time: what one takes is put down to no other. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = turn.then(act, act);
    turn = done.catch(() => undefined);
    return done;
  }

  /** What the addresses of a label gave: fetched side by side, before its turn. */
  function fetched({ texts, allowPrivate }: OwnWanted, get: FileFetcher['get']): Promise<FetchedOwn[]> {
    const addresses = closed ? [] : ownAddresses(texts);
    return Promise.all(
      addresses.map(async (address) => ({ address: address.href, gave: await get(address, allowPrivate) })),
    );
  }

  return {
    async make(wanted, form) {
      const given = await fetched(wanted, fetcher.getSoon);
      return inTurn(() => ask('make', { wanted, fetched: given, form }, tooMuch));
    },
    async draw(wanted, paper) {
      const given = await fetched(wanted, fetcher.get);
      return inTurn(() => ask('draw', { wanted, fetched: given, paper }, tooMuch));
    },
    logo: (png) => inTurn(() => ask('logo', { png }, { fault: 'too-much' })),
    ahead({ texts, allowPrivate }) {
      for (const address of closed ? [] : ownAddresses(texts)) fetcher.ahead(address, allowPrivate);
    },
    close() {
      closed = true;
      return kept.close();
    },
  };
}
