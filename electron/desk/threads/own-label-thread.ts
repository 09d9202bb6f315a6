import { problem, ProblemError, type Problem } from '../../../shared/contract/problem.ts';
import type { LogoFault } from '../../../shared/labels/logo.ts';
import { maxOwnBytes, type OwnLabelText } from '../../../shared/labels/own-label.ts';
import type { FetchResult } from '../../delivery/service/fetch-file.ts';
import { fileFetcher, type FileFetcher } from '../../delivery/service/file-fetcher.ts';
import type { PageForm } from '../../labels/formats/make-page.ts';
import type { Size } from '../../labels/layout/label-form.ts';
import type { OwnLabelDrawings, OwnLabelOutput, OwnLabelRequest } from '../../labels/own-labels/make-own-label.ts';
import { overLimitLabels, type OverLimitLabels } from '../../labels/own-labels/over-limit-labels.ts';
import { ownLabelAddresses } from '../../labels/own-labels/own-label-text.ts';
import { link } from '../../platform/link/link.ts';
import { lazyWorker } from '../../platform/link/supervised-worker.ts';
import { after } from './after.ts';
import { enforceLimits, type ThreadLimits } from './enforce-limits.ts';
import { createHash, hash } from 'node:crypto';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A logo in the form of its setting, or why there is none. */
export type LogoMade = { logo: string } | { fault: LogoFault };

/** The result of fetching an address that a label names. */
export interface FetchedFile {
  address: string;
  gave: FetchResult;
}

export interface OwnLabelCalls {
  make: { in: { wanted: OwnLabelRequest; fetched: FetchedFile[]; form: PageForm }; out: OwnLabelOutput };
  draw: { in: { wanted: OwnLabelRequest; fetched: FetchedFile[]; paper: Size | null }; out: OwnLabelDrawings };
  logo: { in: { png: Uint8Array }; out: LogoMade };
}

/** Reads own labels, which come from others and are untrusted: in separate threads, with limits. */
export interface OwnLabels {
  /**
   * For a printer, with other labels waiting behind it. A defect of the label is its `fault`, including too much time
   * or memory. Rejects with a ProblemError `cancelled` once closed.
   */
  make(wanted: OwnLabelRequest, form: PageForm): Promise<OwnLabelOutput>;
  /** The same as drawings, each page on paper of a given size (mm), or in its own size. */
  draw(wanted: OwnLabelRequest, paper: Size | null): Promise<OwnLabelDrawings>;
  /** A logo for drawn labels, chosen by a person: also an untrusted picture. */
  logo(png: Uint8Array): Promise<LogoMade>;
  /** Prefetches what a label names, since it will be needed soon. */
  ahead(wanted: Pick<OwnLabelRequest, 'texts' | 'allowPrivate'>): void;
  close(): Promise<void>;
}

/** Limits for one label. A page of A3 at 600 dpi takes a tenth of the memory and a second. */
export interface OwnLabelLimits extends ThreadLimits {
  /** A label that takes longer (ms) is read in a second thread, so that it does not delay others. */
  shortMs: number;
}
const usualBounds: OwnLabelLimits = { memoryMb: 768, answerMs: 30_000, shortMs: 3000 };

const gone: Problem = {
  kind: 'bad-file',
  message: 'The own label takes more time or memory than a label may. Correct it, or leave it out.',
  params: { reason: 'too-big' },
};

const tooMuch = { fault: { field: 'ImportLabel', reason: 'too-much', message: gone.message, params: {} } } as const;

const closing = problem('cancelled', 'The desk is being closed.').problem;
/** How long closing waits for a thread in the middle of a label (ms). */
const latestEndMs = 2000;

/** Maximum number of labels remembered as slow; beyond that, some are detected again. */
const maxSlow = 1000;

/** A person waits for the label (ms). */
const timeoutMs = 15_000;

async function fetchOwn(url: URL, allowPrivate: boolean): Promise<FetchResult> {
  // The network client is loaded with the first fetch.
  const { fetchFile } = await import('../../delivery/service/fetch-file.ts');
  return fetchFile(url, { timeoutMs, capBytes: maxOwnBytes, allowPrivate, timer: { after } });
}

/** The limit of its thread that a label exceeded: time or memory. */
type Exceeded = 'too-slow' | 'too-much';

/**
 * One thread that reads one label at a time, so that its use of resources is attributable; started with the first
 * label, and restarted if it ends.
 */
function labelReader(bounds: ThreadLimits) {
  const kept = lazyWorker(() => {
    const url = new URL(`./own-label-worker${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb } });
    return link<OwnLabelCalls>(thread, {
      endedProblem: gone,
      closingProblem: closing,
      closeTimeoutMs: latestEndMs,
      supervise: (over) => enforceLimits(thread, bounds, over),
    });
  });
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function ask<N extends keyof OwnLabelCalls>(
    name: N,
    input: OwnLabelCalls[N]['in'],
  ): Promise<OwnLabelCalls[N]['out'] | Exceeded> {
    if (closed) throw new ProblemError(closing);
    const thread = await kept.ready();
    if (!thread) throw new ProblemError(kept.trouble() ?? gone);
    try {
      return await thread.ask(name, input);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'bad-file') throw error;
      // The next label starts another thread.
      await thread.ended;
      return error.problem.params?.['reason'] === 'too-slow' ? 'too-slow' : 'too-much';
    }
  }

  return {
    /** Reads it in turn, unless it is known by then to exceed the limits. */
    read<N extends keyof OwnLabelCalls>(
      name: N,
      input: OwnLabelCalls[N]['in'],
      isTooMuch: () => boolean,
    ): Promise<OwnLabelCalls[N]['out'] | Exceeded> {
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

function contentHash(texts: readonly OwnLabelText[], fetched: readonly FetchedFile[]): string {
  const content = createHash('sha256');
  for (const { field, text } of texts) content.update(`${field} ${text.length} `).update(text);
  for (const { gave } of fetched) content.update('bytes' in gave ? gave.bytes : 'not fetched');
  return content.digest('hex');
}

/**
 * Reads own labels in threads started with the first of them. A label that exceeds the short limit is read in a second
 * thread with the full limit, and delays only others of its kind; one that exceeds that too is remembered, and answered
 * at once.
 */
export function startOwnLabels(
  bounds: ThreadLimits & Partial<OwnLabelLimits> = usualBounds,
  fetcher: FileFetcher = fileFetcher({ fetch: fetchOwn, monotonic: () => performance.now() }),
  remembered: OverLimitLabels = overLimitLabels(null, Date.now),
): OwnLabels {
  const { shortMs = usualBounds.shortMs, answerMs } = bounds;
  const quick = labelReader({ ...bounds, answerMs: Math.min(shortMs, answerMs) });
  const patient = labelReader(bounds);
  /** labels that exceeded the short limit */
  const slow = new Set<string>();
  let closed = false;

  async function read<N extends keyof OwnLabelCalls>(
    name: N,
    input: OwnLabelCalls[N]['in'],
    content: string,
    tooMuch: OwnLabelCalls[N]['out'],
  ): Promise<OwnLabelCalls[N]['out']> {
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

  /** Results of a label's addresses, fetched in parallel before its turn. */
  function fetched({ texts, allowPrivate }: OwnLabelRequest, get: FileFetcher['get']): Promise<FetchedFile[]> {
    const addresses = closed ? [] : ownLabelAddresses(texts);
    return Promise.all(
      addresses.map(async (address) => ({ address: address.href, gave: await get(address, allowPrivate) })),
    );
  }

  return {
    async make(wanted, form) {
      const given = await fetched(wanted, fetcher.getWithoutWaiting);
      return read('make', { wanted, fetched: given, form }, contentHash(wanted.texts, given), tooMuch);
    },
    async draw(wanted, paper) {
      const given = await fetched(wanted, fetcher.get);
      return read('draw', { wanted, fetched: given, paper }, contentHash(wanted.texts, given), tooMuch);
    },
    logo: (png) => read('logo', { png }, hash('sha256', png), { fault: 'too-much' }),
    ahead({ texts, allowPrivate }) {
      for (const address of closed ? [] : ownLabelAddresses(texts)) fetcher.ahead(address, allowPrivate);
    },
    async close() {
      closed = true;
      await Promise.all([quick.close(), patient.close()]);
    },
  };
}
