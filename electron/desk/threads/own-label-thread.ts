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
export type LogoResult = { logo: string } | { fault: LogoFault };

/** The result of fetching an address that a label names. */
export interface FetchedFile {
  address: string;
  result: FetchResult;
}

export interface OwnLabelCalls {
  make: { in: { wanted: OwnLabelRequest; fetched: FetchedFile[]; form: PageForm }; out: OwnLabelOutput };
  draw: { in: { wanted: OwnLabelRequest; fetched: FetchedFile[]; paper: Size | null }; out: OwnLabelDrawings };
  logo: { in: { png: Uint8Array }; out: LogoResult };
}

/** Reads own labels, which come from others and are untrusted: in separate threads, with limits. */
export interface OwnLabels {
  /**
   * Makes a label for a printer, while other labels wait behind it. A defect of the label is its `fault`, including too
   * much time or memory. Rejects with a ProblemError `cancelled` once closed.
   */
  makeForPrinter(request: OwnLabelRequest, form: PageForm): Promise<OwnLabelOutput>;
  /** The same as drawings, each page on paper of a given size (mm), or in its own size. */
  draw(request: OwnLabelRequest, paper: Size | null): Promise<OwnLabelDrawings>;
  /** A logo for drawn labels, chosen by a person: also an untrusted picture. */
  makeLogo(png: Uint8Array): Promise<LogoResult>;
  /** Prefetches what a label names, since it will be needed soon. */
  prefetch(request: Pick<OwnLabelRequest, 'texts' | 'allowPrivate'>): void;
  close(): Promise<void>;
}

/** Limits for one label. A page of A3 at 600 dpi takes a tenth of the memory and a second. */
export interface OwnLabelLimits extends ThreadLimits {
  /** A label that takes longer (ms) is read in a second thread, so that it does not delay others. */
  shortMs: number;
}
const defaultLimits: OwnLabelLimits = { memoryMb: 768, answerMs: 30_000, shortMs: 3000 };

const endedProblem: Problem = {
  kind: 'bad-file',
  message: 'The own label takes more time or memory than a label may. Correct it, or leave it out.',
  params: { reason: 'too-big' },
};

const tooMuchFault = {
  fault: { field: 'ImportLabel', reason: 'too-much', message: endedProblem.message, params: {} },
} as const;

const closingProblem = problem('cancelled', 'The desk is being closed.').problem;
/** How long closing waits for a thread in the middle of a label (ms). */
const maxCloseMs = 2000;

/** Maximum number of labels remembered as slow; beyond that, some are detected again. */
const maxSlowLabels = 1000;

/** Timeout for fetching the file of a label (ms): a person waits for it. */
const timeoutMs = 15_000;

async function fetchLabelFile(url: URL, allowPrivate: boolean): Promise<FetchResult> {
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
function labelReader(limits: ThreadLimits) {
  const worker = lazyWorker(() => {
    const url = new URL(`./own-label-worker${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb } });
    return link<OwnLabelCalls>(thread, {
      endedProblem: endedProblem,
      closingProblem: closingProblem,
      closeTimeoutMs: maxCloseMs,
      supervise: (onExceeded) => enforceLimits(thread, limits, onExceeded),
    });
  });
  let closed = false;
  let lastRead: Promise<unknown> = Promise.resolve();

  async function ask<N extends keyof OwnLabelCalls>(
    name: N,
    input: OwnLabelCalls[N]['in'],
  ): Promise<OwnLabelCalls[N]['out'] | Exceeded> {
    if (closed) throw new ProblemError(closingProblem);
    const thread = await worker.ready();
    if (!thread) throw new ProblemError(worker.trouble() ?? endedProblem);
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
    /** Reads a label in its turn, unless it is known by then to exceed the limits. */
    read<N extends keyof OwnLabelCalls>(
      name: N,
      input: OwnLabelCalls[N]['in'],
      isTooMuch: () => boolean,
    ): Promise<OwnLabelCalls[N]['out'] | Exceeded> {
      const readUnlessTooMuch = async () => (isTooMuch() ? 'too-much' : ask(name, input));
      const result = lastRead.then(readUnlessTooMuch, readUnlessTooMuch);
      lastRead = result.catch(() => undefined);
      return result;
    },
    close() {
      closed = true;
      return worker.close();
    },
  };
}

function contentHash(texts: readonly OwnLabelText[], fetched: readonly FetchedFile[]): string {
  const content = createHash('sha256');
  for (const { field, text } of texts) content.update(`${field} ${text.length} `).update(text);
  for (const { result } of fetched) content.update('bytes' in result ? result.bytes : 'not fetched');
  return content.digest('hex');
}

/**
 * Reads own labels in threads started with the first of them. A label that exceeds the short limit is read in a second
 * thread with the full limit, and delays only others of its kind; one that exceeds that too is remembered, and answered
 * at once.
 */
export function startOwnLabels(
  limits: ThreadLimits & Partial<OwnLabelLimits> = defaultLimits,
  fetcher: FileFetcher = fileFetcher({ fetch: fetchLabelFile, monotonic: () => performance.now() }),
  overLimit: OverLimitLabels = overLimitLabels(null, Date.now),
): OwnLabels {
  const { shortMs = defaultLimits.shortMs, answerMs } = limits;
  const quickReader = labelReader({ ...limits, answerMs: Math.min(shortMs, answerMs) });
  const patientReader = labelReader(limits);
  /** labels that exceeded the short limit */
  const slowLabels = new Set<string>();
  let closed = false;

  async function readLabel<N extends keyof OwnLabelCalls>(
    name: N,
    input: OwnLabelCalls[N]['in'],
    content: string,
    tooMuchAnswer: OwnLabelCalls[N]['out'],
  ): Promise<OwnLabelCalls[N]['out']> {
    const isTooMuch = (): boolean => overLimit.has(content);
    if (isTooMuch()) return tooMuchAnswer;
    let output = slowLabels.has(content)
      ? 'too-slow'
      : await quickReader.read(name, input, () => slowLabels.has(content) || isTooMuch());
    if (slowLabels.has(content) || (output === 'too-slow' && answerMs > shortMs)) {
      if (slowLabels.size >= maxSlowLabels) slowLabels.clear();
      slowLabels.add(content);
      output = await patientReader.read(name, input, isTooMuch);
    }
    if (output !== 'too-slow' && output !== 'too-much') return output;
    if (!isTooMuch()) overLimit.add(content);
    return tooMuchAnswer;
  }

  /** Results of a label's addresses, fetched in parallel before its turn. */
  function fetchAddresses({ texts, allowPrivate }: OwnLabelRequest, get: FileFetcher['get']): Promise<FetchedFile[]> {
    const addresses = closed ? [] : ownLabelAddresses(texts);
    return Promise.all(
      addresses.map(async (address) => ({ address: address.href, result: await get(address, allowPrivate) })),
    );
  }

  return {
    async makeForPrinter(request, form) {
      const files = await fetchAddresses(request, fetcher.getWithoutWaiting);
      return readLabel(
        'make',
        { wanted: request, fetched: files, form },
        contentHash(request.texts, files),
        tooMuchFault,
      );
    },
    async draw(request, paper) {
      const files = await fetchAddresses(request, fetcher.get);
      return readLabel(
        'draw',
        { wanted: request, fetched: files, paper },
        contentHash(request.texts, files),
        tooMuchFault,
      );
    },
    makeLogo: (png) => readLabel('logo', { png }, hash('sha256', png), { fault: 'too-much' }),
    prefetch({ texts, allowPrivate }) {
      for (const address of closed ? [] : ownLabelAddresses(texts)) fetcher.prefetch(address, allowPrivate);
    },
    async close() {
      closed = true;
      await Promise.all([quickReader.close(), patientReader.close()]);
    },
  };
}
