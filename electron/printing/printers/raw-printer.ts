import { problem } from '../../../shared/contract/problem.ts';
import type { StatusChannel } from '../../../shared/printing/configured-printer.ts';
import type { ChannelDropReason, PrintResult, PrinterFault } from '../../../shared/printing/print-states.ts';
import { NotReachedError, pollPrinter, type PollOptions, type Printer } from './printer.ts';
import { type Question, openRawConnection, type RawConnection, type RawDestination } from './raw-connection.ts';
import {
  type HostStatus,
  countQuestion,
  idQuestion,
  statusQuestion,
  type DualQuestion,
  openStatusChannel,
  type StatusChannelConnection,
} from './raw-questions.ts';
import { createHash, randomUUID } from 'node:crypto';

/**
 * Marks that desks leave in a printer's memory while they print there. All desks of a network can read them, so each
 * learns of any other that prints at the same time: a printer reports how many labels came out, not whose. A mark is a
 * graphic of one byte that is never printed, in memory that is empty after a restart (`R:`), so it wears nothing out.
 *
 * A desk writes its mark, then reads all marks and removes those of others. Two desks at the same time therefore both
 * learn of it, in whatever order their commands arrive: the later one reads the mark of the earlier, and the earlier
 * one misses its own.
 */
export interface DeskMarks {
  ownMark: string;
  /** Writes the mark; it is there once it can be read. */
  writeCommand: Uint8Array;
  /** Removes a mark, by its name as read. */
  removeCommand: (mark: string) => Uint8Array;
}

/** The marks of a desk. `desk` identifies it, and is the same after a restart or crash; omitted: random. */
export function deskMarks(desk: string = randomUUID()): DeskMarks {
  const ownMark = `PD${createHash('sha256').update(desk).digest('hex').slice(0, 6).toUpperCase()}`;
  return {
    ownMark,
    writeCommand: bytes(`~DGR:${ownMark}.GRF,1,1,00\r\n`),
    removeCommand: (mark) => bytes(`^XA^IDR:${mark}.GRF^FS^XZ\r\n`),
  };
}

/** Asks for the names of the marks in memory, by `^HW`: a printer answers after the labels sent on the connection. */
export const marksQuestion: Question<string[]> = {
  command: '^XA^HWR:PD*.GRF^XZ\r\n',
  parse(answer) {
    const [listing] = /\x02[^\x02\x03]*bytes free[^\x02\x03]*\x03/.exec(answer) ?? [];
    if (listing === undefined) return null;
    return Array.from(listing.matchAll(/\b(PD[0-9A-F]{6})\s*\.GRF/gi), ([, name = '']) => name.toUpperCase());
  },
};

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export interface RawPrinterHost extends PollOptions {
  destination: RawDestination;
  /** the printer's status channel, which answers while labels are sent; null or omitted: it has none */
  channel?: StatusChannel | null;
  /** called when the channel is no longer used */
  onChannelDropped?: (reason: ChannelDropReason) => void;
  /** keeps other desks of this machine off the printer; null: one of them prints there */
  lease: () => (() => void) | null;
  /** leases the printer by the id it reports, as it may have several addresses; omitted: no other desk uses it */
  leaseId?: (id: string) => (() => void) | null;
  /** identifies this desk among all that print there, also after a restart; omitted: random */
  desk?: string;
  /** id of the printer that was set up; null or omitted: it reports none */
  id?: string | null;
  /** whether the printer reprints a cut label; the labels set this by ^JZ */
  reprints: boolean;
  /** ms after which a printer that is ready and counts nothing is taken not to print the label; omitted: 15 s */
  noProgressMs?: number;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
}

/** A reading of the label counter, and where it was read. */
interface CountReading {
  labels: number;
  /** the printer that counted; empty: it reports no id */
  id: string;
  /** the connection it was read on; null: the status channel */
  connection: RawConnection | null;
}

const maxTries = 3;
/**
 * Whether a label may be cut or discarded in this fault. The other faults only delay it: a printer that waits for the
 * previous label to be torn off, or for room in its memory, prints the label whole afterwards.
 */
const maySpoilLabel = (fault: PrinterFault): boolean => fault !== 'label-waiting' && fault !== 'buffer-full';
/** A printer that is ready and counts nothing for this long (ms) has not printed the label, and will not. */
const defaultNoProgressMs = 15_000;

/**
 * A ZPL printer over a raw connection (TCP 9100), leased to this desk until it is closed: labels of two connections
 * would be interleaved. The only proof of paper is the printer's count: the same printer counts before and after the
 * label, the counts differ by exactly this label, nothing is left to print, and no other desk prints there meanwhile
 * (`DeskMarks`). The printer's own "idle" is no proof. Throws ProblemError `printer` if this or another desk of this
 * machine already prints on it.
 *
 * A status channel reports the state and the count of the printer while it receives labels. But bytes of a label can
 * still be on their way when it reports "idle". So nothing is settled by it alone: before a label, and at its end, the
 * printer is asked on the connection of its labels, behind everything that was sent there.
 */
export function openRawPrinter(host: RawPrinterHost): Printer {
  const { destination, after } = host;
  const release = host.lease();
  if (!release)
    throw problem('printer', 'A desk of this computer prints on this printer now. Begin again when it has ended.', {
      reason: 'in-use',
      said: '',
    });
  let currentConnection: RawConnection | null = null;
  const { setFault, currentFault, pollUntil } = pollPrinter(host);
  /** whether the printer counts labels; undefined: not known yet */
  let hasOdometer: boolean | undefined;
  /** id of the printer on the open connection; empty: it reports none; null: not known yet */
  let currentId: string | null = null;
  const leasedIds = new Map<string, () => void>();
  const marks = deskMarks(host.desk);
  /** whether this desk's mark was there when the marks were last read */
  let isMarked = false;
  /** whether the printer has memory for marks; without, it is unknown who else prints there */
  let supportsMarks = true;
  /** whether a label may still be on its way on a connection that no longer answers; the mark then stays there */
  let isUnsettled = false;
  /** the count after the previous label, if it proved that label; null: unknown, as more may have come out since */
  let lastCount: CountReading | null = null;
  /** whether anything else printed there, so that the count is no proof any more */
  let isShared = false;
  let dropReason: ChannelDropReason | null = null;
  const channel: StatusChannelConnection | null =
    host.channel && 'host' in destination
      ? openStatusChannel({
          ...host,
          host: destination.host,
          config: host.channel,
          onDropped: (reason) => void handleChannelDrop(reason),
        })
      : null;
  function handleChannelDrop(reason: ChannelDropReason): void {
    dropReason = reason;
    host.onChannelDropped?.(reason);
  }

  /** whether the connection had ended after the last question */
  let wasConnectionCut = false;

  /** Throws NotReachedError. */
  async function ensureConnection(): Promise<RawConnection> {
    if (currentConnection?.isOpen()) return currentConnection;
    currentId = null;
    currentConnection = await openRawConnection(destination, host.connectMs, after);
    return currentConnection;
  }
  async function disconnect(): Promise<void> {
    const closingConnection = currentConnection;
    currentConnection = null;
    await closingConnection?.close(host.answerMs);
  }
  /** Null if no answer can be read, for whatever reason. Throws NotReachedError. */
  async function ask<T>(question: Question<T>): Promise<T | null> {
    try {
      const answer = await (await ensureConnection()).ask(question, host.answerMs);
      wasConnectionCut = currentConnection?.isOpen() !== true;
      if (answer === null) await disconnect();
      return answer;
    } catch (error) {
      wasConnectionCut = currentConnection?.isOpen() !== true;
      await disconnect();
      if (error instanceof NotReachedError) throw error;
      return null;
    }
  }
  /** Asks on the status channel while it is open, else on the connection of the labels. */
  async function askOnEither<T>({
    onStatusChannel: channelQuestion,
    onLabelConnection: labelQuestion,
  }: DualQuestion<T>): Promise<T | null> {
    const answer = channel?.isOpen() ? await channel.ask(channelQuestion) : null;
    return answer ?? ask(labelQuestion);
  }
  /** Reads the status and reports its fault; null if the printer is silent or not reached, which it reports instead. */
  async function readStatus(pendingAnswer = askOnEither(statusQuestion)): Promise<HostStatus | null> {
    try {
      const status = await pendingAnswer;
      setFault(status === null ? 'silent' : status.fault);
      return status;
    } catch {
      setFault('not-reached');
      return null;
    }
  }
  /**
   * Reads the status behind the labels, on their connection. If nothing answers there, the status channel is no longer
   * used, whatever it reports.
   */
  async function readStatusAfterLabels(): Promise<HostStatus | null> {
    const status = await readStatus(ask(statusQuestion.onLabelConnection));
    if (status === null) await channel?.drop('stalled');
    return status;
  }
  /** Whether nothing of an earlier label is left to print: its count would hide the loss of the next label. */
  async function isBufferEmpty(): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const status = await readStatusAfterLabels();
      if (status !== null) return status.fault === null && status.isIdle;
      if (currentFault() === 'not-reached') break;
    }
    return false;
  }
  /**
   * The id of the printer on the connection of the labels, asked once per connection; null if no answer can be read.
   * Drops a status channel of another printer, whose count proves no label.
   */
  async function identify(): Promise<string | null> {
    if (currentId === null || !currentConnection?.isOpen()) {
      const id = await ask(idQuestion.onLabelConnection);
      currentId = id;
    }
    if (channel?.isOpen() && currentId !== host.channel?.id)
      await channel.drop(currentId === null ? 'stalled' : 'another-printer');
    return currentId;
  }
  /** Reads the label counter; null if the model has none, or the printer does not answer. */
  async function readCount(): Promise<CountReading | null> {
    if (hasOdometer === false) return null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const id = await identify();
      if (id === null) continue;
      const channelCount = channel?.isOpen() ? await channel.ask(countQuestion.onStatusChannel) : null;
      const counter = channelCount ?? (await ask(countQuestion.onLabelConnection));
      if (counter === null) continue;
      hasOdometer ??= counter.labels !== null;
      if (counter.labels === null) return null;
      return { labels: counter.labels, id, connection: channelCount ? null : currentConnection };
    }
    // only a printer that answers other questions is known to have no counter
    if (hasOdometer === undefined && (await ask(statusQuestion.onLabelConnection)) !== null) hasOdometer = false;
    return null;
  }
  /** Whether two counts can be compared. A printer that reports no id is the same one while the connection lasts. */
  const isSamePrinter = (first: CountReading, second: CountReading): boolean =>
    first.id === second.id &&
    (first.id !== '' || (first.connection !== null && first.connection === second.connection));

  /** Whether no other desk has printed there since this one wrote its mark; null if the printer does not answer now. */
  async function isOnlyDesk(): Promise<boolean | null> {
    const presentMarks = await ask(marksQuestion);
    if (presentMarks === null) return null;
    const otherMarks = presentMarks.filter((mark) => mark !== marks.ownMark);
    const connection = await ensureConnection();
    // a desk whose mark is gone learns that another desk prints there
    for (const mark of otherMarks) await connection.send(marks.removeCommand(mark), host.answerMs);
    isMarked = presentMarks.includes(marks.ownMark);
    if (otherMarks.length > 0 || !isMarked) isShared = true;
    return !isShared;
  }
  /**
   * Makes sure that the mark of this desk is there before a label, whether or not its own count can prove anything:
   * other desks would count the label as theirs. A printer that does not list the mark has no memory for marks.
   */
  async function ensureMark(): Promise<void> {
    if (hasOdometer === undefined) await readCount();
    // whether it counts is still unknown, as it does not answer now; the mark is sent all the same
    if (hasOdometer === undefined) await (await ensureConnection()).send(marks.writeCommand, host.answerMs);
    if (hasOdometer !== true || !supportsMarks) return;
    if (isMarked) await isOnlyDesk();
    for (let tries = 0; tries < maxTries && !isMarked; tries += 1) {
      await (await ensureConnection()).send(marks.writeCommand, host.answerMs);
      await isOnlyDesk();
    }
    if (!isMarked) supportsMarks = false;
  }
  /** Reads the count before a label; null if the count after it would prove nothing. */
  async function readCountBefore(): Promise<CountReading | null> {
    if (isShared || !supportsMarks || hasOdometer === false || !(await isBufferEmpty())) return null;
    const reading = await readCount();
    if (reading === null) return null;
    // programs other than a desk leave no marks, but their labels are counted
    if (lastCount !== null && isSamePrinter(lastCount, reading) && lastCount.labels !== reading.labels) isShared = true;
    return isShared ? null : reading;
  }
  /** Leases the printer by its id; false if another desk of this machine prints there, under whatever address. */
  async function leasePrinterId(): Promise<boolean> {
    if (!host.leaseId || hasOdometer === false) return true;
    const id = await identify();
    if (!id || leasedIds.has(id) || host.channel?.id === id) return true;
    const releaseId = host.leaseId(id);
    if (releaseId) leasedIds.set(id, releaseId);
    return releaseId !== null;
  }

  /**
   * Sends a label. True once the system has accepted all of it; false if patience ends first, or nobody wants to wait
   * any longer: a printer whose memory is full accepts no more before it has printed. Reports faults meanwhile if there
   * is a status channel. Throws the error that ends the connection.
   */
  async function sendPage(connection: RawConnection, page: Uint8Array): Promise<boolean> {
    let isAccepted: boolean | null = null;
    const sending = connection.send(page, host.patienceMs).then((accepted) => (isAccepted = accepted));
    for (;;) {
      const pause = Promise.withResolvers<void>();
      const cancel = after(host.pollMs, pause.resolve);
      await Promise.race([sending, pause.promise]).finally(cancel);
      if (isAccepted !== null) return isAccepted;
      if (host.isWaitCancelled?.()) return false;
      if (channel?.isOpen()) await readStatus();
    }
  }

  /** Follows a label that was sent whole: waits until nothing of it is left to print, and compares the counts. */
  async function followLabel(
    countBefore: CountReading | null,
    sheets: number,
    connection: RawConnection,
  ): Promise<PrintResult> {
    /** whether the printer may have cut the label */
    let mayHaveCut = false;
    /** whether the printer waited for a person, who may have pressed its cancel key */
    let hasWaitedForPerson = false;
    const dropReasonBefore = dropReason;
    const unansweredBefore = channel?.countUnanswered();
    const isReadyAndIdle = (status: HostStatus | null): boolean => {
      // many printers are silent while they wait
      hasWaitedForPerson ||= status === null ? !wasConnectionCut : status.fault !== null && maySpoilLabel(status.fault);
      mayHaveCut ||= hasWaitedForPerson || status === null || channel?.countUnanswered() !== unansweredBefore;
      return status !== null && status.fault === null && status.isIdle;
    };
    const noProgressText = 'It prints nothing, and says that it waits for nothing.';
    let hasNoProgress = false;
    let cancelNoProgress: (() => void) | null = null;
    const resetNoProgress = (): null => {
      cancelNoProgress?.();
      cancelNoProgress = null;
      hasNoProgress = false;
      return null;
    };
    const checkNoProgress = (): PrintResult | null => {
      if (hasNoProgress) return { end: 'lost', why: 'not-counted', said: noProgressText };
      cancelNoProgress ??= after(host.noProgressMs ?? defaultNoProgressMs, () => (hasNoProgress = true));
      return null;
    };
    const result = await pollUntil(async (): Promise<PrintResult | null> => {
      if (!isReadyAndIdle(await readStatus())) return resetNoProgress();
      if (channel?.isOpen()) {
        const countNow = countBefore === null ? null : await readCount().catch(() => null);
        if (countBefore !== null && (countNow === null || countNow.labels === countBefore.labels))
          return countNow === null ? resetNoProgress() : checkNoProgress();
        if (!isReadyAndIdle(await readStatusAfterLabels())) return resetNoProgress();
      }
      // without a count before the label, its loss would not show in the count after it
      if (countBefore === null && !connection.isOpen()) return { end: 'lost', why: 'connection-cut' };
      if (countBefore === null && mayHaveCut) return { end: 'lost', why: 'printer-stopped' };
      if (countBefore === null)
        return {
          end: 'lost',
          why: hasOdometer === false || isShared || !supportsMarks ? 'no-proof' : 'not-counted',
        };
      const countNow = await readCount().catch(() => null);
      if (countNow === null) return resetNoProgress();
      if (!isSamePrinter(countBefore, countNow))
        return { end: 'lost', why: 'not-counted', said: 'Another printer may answer there now.' };
      if (countNow.labels === countBefore.labels) return checkNoProgress();
      const printedCount = countNow.labels - countBefore.labels;
      const summary = [
        `counted ${printedCount}`,
        ...(dropReason === dropReasonBefore ? [] : [`status channel left: ${dropReason}`]),
      ].join(', ');
      // a printer that reprints counts a cut label twice, or once if a person pressed its cancel key
      const isPrintedOnce = printedCount === sheets && !(host.reprints ? hasWaitedForPerson : mayHaveCut);
      const countMatches = isPrintedOnce || (host.reprints && mayHaveCut && printedCount === sheets + 1);
      const isAlone = countMatches ? await isOnlyDesk().catch(() => null) : true;
      if (isAlone === null) return resetNoProgress();
      if (!isAlone) return { end: 'lost', why: 'no-proof', said: `${summary}, others print there` };
      if (countMatches) lastCount = countNow;
      return countMatches
        ? { end: 'proved', why: 'printer-counted', said: summary }
        : { end: 'lost', why: 'not-counted', said: summary };
    });
    resetNoProgress();
    if (result !== null) return result;
    const why =
      currentFault() === null ? 'not-counted' : currentFault() === 'not-reached' ? 'connection-cut' : 'printer-silent';
    return { end: 'lost', why, said: currentFault() ?? noProgressText };
  }

  return {
    way: 'raw',
    reprints: host.reprints,
    async waitUntilReady() {
      const readyStatus = await pollUntil(async () => {
        const status = await readStatus();
        return status !== null && status.fault === null && status.isIdle ? status : null;
      });
      return readyStatus === null ? currentFault() : null;
    },
    async print(page, sheets = 1) {
      let countBefore: CountReading | null;
      let connection: RawConnection;
      try {
        if (!(await leasePrinterId()))
          return {
            end: 'not-left',
            why: 'not-reached',
            said: 'A desk of this computer prints on it by another address.',
          };
        // null: the printer does not answer now, so its count will prove nothing
        const respondingId = host.id ? await identify() : null;
        if (respondingId !== null && respondingId !== host.id) {
          setFault('another-printer');
          return { end: 'not-left', why: 'not-reached', said: 'another-printer' };
        }
        await ensureMark();
        countBefore = await readCountBefore();
        lastCount = null;
        connection = await ensureConnection();
        // if the connection was reopened since the count, it may lead to another printer
        if (countBefore !== null && (await identify()) !== countBefore.id) countBefore = null;
        connection = await ensureConnection();
      } catch (error) {
        return { end: 'not-left', why: 'not-reached', said: messageOf(error) };
      }
      try {
        if (!(await sendPage(connection, page))) {
          await disconnect();
          isUnsettled = true;
          return { end: 'lost', why: 'printer-silent', said: currentFault() ?? 'It took only a part of the label.' };
        }
      } catch (error) {
        await disconnect();
        isUnsettled = true;
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      const result = await followLabel(countBefore, sheets, connection);
      isUnsettled ||= result.end === 'lost' && !(currentConnection === connection && connection.isOpen());
      return result;
    },
    async close() {
      await channel?.close();
      if (isMarked && !isUnsettled)
        await ensureConnection()
          .then((connection) => connection.send(marks.removeCommand(marks.ownMark), host.answerMs))
          .catch(() => undefined);
      await disconnect();
      leasedIds.forEach((releaseLeasedId) => releaseLeasedId());
      release();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
