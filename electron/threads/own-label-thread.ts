import { createHash, hash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { problem, ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { Size } from '../labels/label-form.ts';
import type { PageForm } from '../labels/make-page.ts';
import type { Fetched } from '../service/fetch-file.ts';
import { maxOwnBytes, type OwnLabelText } from '../../shared/labels/own-label.ts';
import { fileFetcher, type FileFetcher } from '../service/fetch-in-turn.ts';
import type { LogoFault } from '../../shared/labels/logo.ts';
import type { OwnDrawn, OwnMade, OwnWanted } from '../own-labels/make-own.ts';
import { tooMuchLabels, type TooMuchLabels } from '../own-labels/too-much-labels.ts';
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

/** Reads labels that orders bring along, which others have written: in threads of their own, with limits. */
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
export interface OwnLabelBounds extends ThreadBounds {
  /** A label that takes longer is read in a thread beside, where it keeps no other label waiting (ms). */
  shortMs: number;
}
const usualBounds: OwnLabelBounds = { memoryMb: 768, answerMs: 30_000, shortMs: 3000 };

const gone: Problem = {
  kind: 'bad-file',
  message: 'The own label takes more time or memory than a label may. Correct it, or leave it out.',
  params: { reason: 'too-big' },
};

const tooMuch = { fault: { field: 'ImportLabel', reason: 'too-much', message: gone.message, params: {} } } as const;

const closing = problem('cancelled', 'The desk is being closed.').problem;
/** It is in the middle of a label. */
const latestEndMs = 2000;

/** Labels that are known to be slow; some are found to be so again where there are more. */
const maxSlow = 1000;

/** A person waits for the label (ms). */
const timeoutMs = 15_000;

async function fetchOwn(url: URL, allowPrivate: boolean): Promise<Fetched> {
  // the client of the network is loaded for the first that is fetched
  const { fetchFile } = await import('../service/fetch-file.ts');
  return fetchFile(url, { timeoutMs, capBytes: maxOwnBytes, allowPrivate, timer: { after } });
}

/** Which bound of its thread a label went beyond: that of time, or that of memory. */
type Exceeded = 'too-slow' | 'too-much';

/** One thread, which reads one label at a time so that what one takes is put down to no other; it begins with the first label, and again where it ended. */
function labelReader(bounds: ThreadBounds) {
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
  ): Promise<OwnLabelAsks[N]['out'] | Exceeded> {
    if (closed) throw new ProblemError(closing);
    const thread = await kept.there();
    if (!thread) throw new ProblemError(kept.trouble() ?? gone);
    try {
      return await thread.ask(name, input);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'bad-file') throw error;
      // the next one begins another
      await thread.ended;
      return error.problem.params?.['reason'] === 'too-slow' ? 'too-slow' : 'too-much';
    }
  }

  return {
    /** Reads it in its turn, unless it is known by then that it takes too much. */
    read<N extends keyof OwnLabelAsks>(
      name: N,
      input: OwnLabelAsks[N]['in'],
      isTooMuch: () => boolean,
    ): Promise<OwnLabelAsks[N]['out'] | Exceeded> {
      const act = async () => (isTooMuch() ? 'too-much' : ask(name, input));
      const done = turn.then(act, act);
      turn = done.catch(() => undefined);
      return done;
    },
    close() {
      closed = true;
      return kept.close();
    },
  };
}

function contentHash(texts: readonly OwnLabelText[], fetched: readonly FetchedOwn[]): string {
  const content = createHash('sha256');
  for (const { field, text } of texts) content.update(`${field} ${text.length} `).update(text);
  for (const { gave } of fetched) content.update('bytes' in gave ? gave.bytes : 'not fetched');
  return content.digest('hex');
}

/**
 * Reads own labels in threads that begin with the first of them. A label that does not end within the short bound is read in a thread of
 * its kind, with the whole bound, and holds up none but others of its kind; one that takes too much even so is remembered, and answered at once.
 */
export function startOwnLabels(
  bounds: ThreadBounds & Partial<OwnLabelBounds> = usualBounds,
  fetcher: FileFetcher = fileFetcher({ fetch: fetchOwn, monotonic: () => performance.now() }),
  remembered: TooMuchLabels = tooMuchLabels(null, Date.now),
): OwnLabels {
  const { shortMs = usualBounds.shortMs, answerMs } = bounds;
  const quick = labelReader({ ...bounds, answerMs: Math.min(shortMs, answerMs) });
  const patient = labelReader(bounds);
  /** labels that did not end within the short bound */
  const slow = new Set<string>();
  let closed = false;

  async function read<N extends keyof OwnLabelAsks>(
    name: N,
    input: OwnLabelAsks[N]['in'],
    content: string,
    tooMuch: OwnLabelAsks[N]['out'],
  ): Promise<OwnLabelAsks[N]['out']> {
    const isTooMuch = (): boolean => remembered.has(content);
    if (isTooMuch()) return tooMuch;
    let made = slow.has(content) ? 'too-slow' : await quick.read(name, input, () => slow.has(content) || isTooMuch());
    if (slow.has(content) || (made === 'too-slow' && answerMs > shortMs)) {
      if (slow.size >= maxSlow) slow.clear();
      slow.add(content);
      made = await patient.read(name, input, isTooMuch);
    }
    if (made !== 'too-slow' && made !== 'too-much') return made;
    if (!isTooMuch()) remembered.add(content);
    return tooMuch;
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
      return read('make', { wanted, fetched: given, form }, contentHash(wanted.texts, given), tooMuch);
    },
    async draw(wanted, paper) {
      const given = await fetched(wanted, fetcher.get);
      return read('draw', { wanted, fetched: given, paper }, contentHash(wanted.texts, given), tooMuch);
    },
    logo: (png) => read('logo', { png }, hash('sha256', png), { fault: 'too-much' }),
    ahead({ texts, allowPrivate }) {
      for (const address of closed ? [] : ownAddresses(texts)) fetcher.ahead(address, allowPrivate);
    },
    async close() {
      closed = true;
      await Promise.all([quick.close(), patient.close()]);
    },
  };
}
