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
  own: string;
  /** Writes the mark; it is there once it can be read. */
  put: Uint8Array;
  /** Removes a mark, by its name as read. */
  remove: (mark: string) => Uint8Array;
}

/** `desk`: identifies a desk, and stays the same after a restart or crash; omitted: random. */
export function deskMarks(desk: string = randomUUID()): DeskMarks {
  const own = `PD${createHash('sha256').update(desk).digest('hex').slice(0, 6).toUpperCase()}`;
  return {
    own,
    put: bytes(`~DGR:${own}.GRF,1,1,00\r\n`),
    remove: (mark) => bytes(`^XA^IDR:${mark}.GRF^FS^XZ\r\n`),
  };
}

/** Names of the marks in memory. Read by `^HW`, which a printer processes after the labels of its connection. */
export const marksQuestion: Question<string[]> = {
  command: '^XA^HWR:PD*.GRF^XZ\r\n',
  parse(answer) {
    const [list] = /\x02[^\x02\x03]*bytes free[^\x02\x03]*\x03/.exec(answer) ?? [];
    if (list === undefined) return null;
    return Array.from(list.matchAll(/\b(PD[0-9A-F]{6})\s*\.GRF/gi), ([, name = '']) => name.toUpperCase());
  },
};

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

export interface RawPrinterHost extends PollOptions {
  at: RawDestination;
  /** its status channel, which answers while labels are sent; null: it has none */
  channel?: StatusChannel | null;
  /** called when the channel is no longer used */
  onChannelDropped?: (why: ChannelDropReason) => void;
  /** keeps other desks of this machine off the printer; null: one of them prints there */
  lease: () => (() => void) | null;
  /** the same by the id that the printer reports, as it may have several addresses; omitted: no other desk has it */
  leaseId?: (id: string) => (() => void) | null;
  /** identifies this desk among all that print there, also after a restart; omitted: random */
  desk?: string;
  /** id of the printer that was set up; null or omitted: it reports none */
  id?: string | null;
  /** whether it reprints a cut label, as its labels set by ^JZ */
  reprints: boolean;
  /**
   * ms until a ready printer that counts nothing is believed not to print the label any more; omitted: 15 s
   */
  stillMs?: number;
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
  line: RawConnection | null;
}

const maxTries = 3;
/**
 * Faults in which a label may be cut or thrown away. The others only delay it: a printer that waits for the previous
 * label to be torn off, or for room in its memory, prints it whole afterwards.
 */
const maySpoilLabel = (fault: PrinterFault): boolean => fault !== 'label-waiting' && fault !== 'buffer-full';
/** A ready printer that counts nothing for this long has not printed the label, and will not (ms). */
const defaultNoProgressMs = 15_000;

/**
 * A ZPL printer over a raw connection (TCP 9100), leased to this desk until it is closed: labels of two connections
 * would be interleaved. The proof of paper is the printer's count: exactly the label that was sent, with nothing of it
 * left to print, counted by the same printer before and after, and while no other desk printed there
 * (`printer-marks.ts`). Nothing else is proof, not even its own "idle". Throws ProblemError `printer` if this or
 * another desk of this machine already prints on it.
 *
 * A status channel reports what the printer does while its labels are received, and its count. But it may know less
 * than was sent: bytes of a label can still be on their way when it reports "idle". So nothing is settled by it alone:
 * before a label, and at its end, the printer is asked on the connection of its labels, behind everything that was sent
 * there.
 */
export function openRawPrinter(host: RawPrinterHost): Printer {
  const { at, after } = host;
  const release = host.lease();
  if (!release)
    throw problem('printer', 'A desk of this computer prints on this printer now. Begin again when it has ended.', {
      reason: 'in-use',
      said: '',
    });
  let currentLine: RawConnection | null = null;
  const { setFault, told, pollUntil } = pollPrinter(host);
  /** whether the printer counts labels; undefined: not known yet */
  let hasOdometer: boolean | undefined;
  /** id of the printer on the open connection; empty: it reports none; null: not asked yet */
  let currentId: string | null = null;
  const leasedIds = new Map<string, () => void>();
  const marks = deskMarks(host.desk);
  /** the mark was there when last read */
  let isMarked = false;
  /** false: the printer has no memory for marks, so it is unknown who else prints there */
  let supportsMarks = true;
  /** a label may still be on its way, over a connection that no longer answers: the mark stays for other desks */
  let isUnsettled = false;
  /** the count after the previous label, if that was proved; null: more may have come out since */
  let lastCount: CountReading | null = null;
  /** another desk prints there: its count is no proof any more */
  let isShared = false;
  let dropReason: ChannelDropReason | null = null;
  const channel: StatusChannelConnection | null =
    host.channel && 'host' in at
      ? openStatusChannel({ ...host, host: at.host, config: host.channel, onDropped: (why) => void onLeft(why) })
      : null;
  function onLeft(why: ChannelDropReason): void {
    dropReason = why;
    host.onChannelDropped?.(why);
  }

  /** the connection of the last question ended without its answer */
  let wasLineCut = false;

  /** Throws NotReachedError. */
  async function connection(): Promise<RawConnection> {
    if (currentLine?.isOpen()) return currentLine;
    currentId = null;
    currentLine = await openRawConnection(at, host.connectMs, after);
    return currentLine;
  }
  async function disconnect(): Promise<void> {
    const line = currentLine;
    currentLine = null;
    await line?.close(host.answerMs);
  }
  /** Null if no answer can be read, for whatever reason. Throws NotReachedError. */
  async function ask<T>(question: Question<T>): Promise<T | null> {
    try {
      const answer = await (await connection()).ask(question, host.answerMs);
      wasLineCut = currentLine?.isOpen() !== true;
      if (answer === null) await disconnect();
      return answer;
    } catch (error) {
      wasLineCut = currentLine?.isOpen() !== true;
      await disconnect();
      if (error instanceof NotReachedError) throw error;
      return null;
    }
  }
  /** Asks on the status channel while it is open, else on the connection of the labels. */
  async function askEither<T>({ onStatusChannel: wanted, onLabelLine }: DualQuestion<T>): Promise<T | null> {
    const answer = channel?.isOpen() ? await channel.ask(wanted) : null;
    return answer ?? ask(onLabelLine);
  }
  /**
   * Reads the status and reports its fault; null if the printer is silent or not reached, which is reported as its
   * fault.
   */
  async function readStatus(answer = askEither(statusQuestion)): Promise<HostStatus | null> {
    try {
      const said = await answer;
      setFault(said === null ? 'silent' : said.fault);
      return said;
    } catch {
      setFault('not-reached');
      return null;
    }
  }
  /**
   * Asks on the connection of the labels; if nothing answers there, the status channel is no longer used, whatever it
   * reports.
   */
  async function readStatusAfterLabels(): Promise<HostStatus | null> {
    const said = await readStatus(ask(statusQuestion.onLabelLine));
    if (said === null) await channel?.leave('stalled');
    return said;
  }
  /** Whether nothing of an earlier label is left to print: it would be counted for the next one, which may be lost. */
  async function isBufferEmpty(): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const said = await readStatusAfterLabels();
      if (said !== null) return said.fault === null && said.isIdle;
      if (told() === 'not-reached') break;
    }
    return false;
  }
  /**
   * The id of the printer that takes the labels, asked on each connection; null if no answer can be read. The count of
   * another printer proves no label.
   */
  async function identify(): Promise<string | null> {
    if (currentId === null || !currentLine?.isOpen()) {
      const id = await ask(idQuestion.onLabelLine);
      currentId = id;
    }
    if (channel?.isOpen() && currentId !== host.channel?.id)
      await channel.leave(currentId === null ? 'stalled' : 'another-printer');
    return currentId;
  }
  /** Null if its model does not count, or does not answer. */
  async function count(): Promise<CountReading | null> {
    if (hasOdometer === false) return null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const id = await identify();
      if (id === null) continue;
      const byChannel = channel?.isOpen() ? await channel.ask(countQuestion.onStatusChannel) : null;
      const said = byChannel ?? (await ask(countQuestion.onLabelLine));
      if (said === null) continue;
      hasOdometer ??= said.labels !== null;
      if (said.labels === null) return null;
      return { labels: said.labels, id, line: byChannel ? null : currentLine };
    }
    // a printer that answers nothing at all may have an odometer all the same
    if (hasOdometer === undefined && (await ask(statusQuestion.onLabelLine)) !== null) hasOdometer = false;
    return null;
  }
  /**
   * Counts of two printers cannot be compared. A printer that reports no id is the same one as long as the connection
   * lasts.
   */
  const isSamePrinter = (one: CountReading, other: CountReading): boolean =>
    one.id === other.id && (one.id !== '' || (one.line !== null && one.line === other.line));

  /** Whether no other desk has printed there since this one wrote its mark; null if the printer does not answer now. */
  async function isOnlyDesk(): Promise<boolean | null> {
    const presentMarks = await ask(marksQuestion);
    if (presentMarks === null) return null;
    const others = presentMarks.filter((mark) => mark !== marks.own);
    const line = await connection();
    // the desks of these marks learn of it that way
    for (const mark of others) await line.send(marks.remove(mark), host.answerMs);
    isMarked = presentMarks.includes(marks.own);
    if (others.length > 0 || !isMarked) isShared = true;
    return !isShared;
  }
  /**
   * Makes sure that the mark of this desk is there before a label, whether or not its own count can prove anything:
   * other desks would count the label as theirs. A printer that does not list the mark has no memory for marks.
   */
  async function ensureMark(): Promise<void> {
    if (hasOdometer === undefined) await count();
    // it does not answer now: the next label will show whether it counts
    if (hasOdometer === undefined) await (await connection()).send(marks.put, host.answerMs);
    if (hasOdometer !== true || !supportsMarks) return;
    if (isMarked) await isOnlyDesk();
    for (let tries = 0; tries < maxTries && !isMarked; tries += 1) {
      await (await connection()).send(marks.put, host.answerMs);
      await isOnlyDesk();
    }
    if (!isMarked) supportsMarks = false;
  }
  /** The count before a label; null if it will prove nothing. */
  async function countBefore(): Promise<CountReading | null> {
    if (isShared || !supportsMarks || hasOdometer === false || !(await isBufferEmpty())) return null;
    const before = await count();
    if (before === null) return null;
    // programs other than a desk leave no marks, but their labels are counted
    if (lastCount !== null && isSamePrinter(lastCount, before) && lastCount.labels !== before.labels) isShared = true;
    return isShared ? null : before;
  }
  /** Leases the printer by its id; false if another desk of this machine prints there, under whatever address. */
  async function leasePrinterId(): Promise<boolean> {
    if (!host.leaseId || hasOdometer === false) return true;
    const id = await identify();
    if (!id || leasedIds.has(id) || host.channel?.id === id) return true;
    const one = host.leaseId(id);
    if (one) leasedIds.set(id, one);
    return one !== null;
  }

  /**
   * Sends a label. True once the system has taken all of it, false if patience ended before or nobody waits any longer:
   * a printer that is full takes no more before it has printed. Faults are reported meanwhile if it has a status
   * channel. Throws the error that ends the connection.
   */
  async function sendPage(line: RawConnection, page: Uint8Array): Promise<boolean> {
    let isTaken: boolean | null = null;
    const sending = line.send(page, host.patienceMs).then((is) => (isTaken = is));
    for (;;) {
      const pause = Promise.withResolvers<void>();
      const cancel = after(host.pollMs, pause.resolve);
      await Promise.race([sending, pause.promise]).finally(cancel);
      if (isTaken !== null) return isTaken;
      if (host.isLeft?.()) return false;
      if (channel?.isOpen()) await readStatus();
    }
  }

  /** After all of a label was sent: waits until nothing of it is left to print, and compares the counts. */
  async function followLabel(before: CountReading | null, sheets: number, line: RawConnection): Promise<PrintResult> {
    /** the printer may have cut the label */
    let mayHaveCut = false;
    /** the printer waited for a person, who may have pressed its cancel key */
    let hasWaited = false;
    const dropReasonBefore = dropReason;
    const unanswered = channel?.unanswered();
    const isReadyAndIdle = (said: HostStatus | null): boolean => {
      // many printers are silent while they wait
      hasWaited ||= said === null ? !wasLineCut : said.fault !== null && maySpoilLabel(said.fault);
      mayHaveCut ||= hasWaited || said === null || channel?.unanswered() !== unanswered;
      return said !== null && said.fault === null && said.isIdle;
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
      cancelNoProgress ??= after(host.stillMs ?? defaultNoProgressMs, () => (hasNoProgress = true));
      return null;
    };
    const end = await pollUntil(async (): Promise<PrintResult | null> => {
      if (!isReadyAndIdle(await readStatus())) return resetNoProgress();
      if (channel?.isOpen()) {
        const now = before === null ? null : await count().catch(() => null);
        if (before !== null && (now === null || now.labels === before.labels))
          return now === null ? resetNoProgress() : checkNoProgress();
        if (!isReadyAndIdle(await readStatusAfterLabels())) return resetNoProgress();
      }
      // without a count, later labels would hide one that was cut or lost
      if (before === null && !line.isOpen()) return { end: 'lost', why: 'connection-cut' };
      if (before === null && mayHaveCut) return { end: 'lost', why: 'printer-stopped' };
      if (before === null)
        return {
          end: 'lost',
          why: hasOdometer === false || isShared || !supportsMarks ? 'no-proof' : 'not-counted',
        };
      const now = await count().catch(() => null);
      if (now === null) return resetNoProgress();
      if (!isSamePrinter(before, now))
        return { end: 'lost', why: 'not-counted', said: 'Another printer may answer there now.' };
      if (now.labels === before.labels) return checkNoProgress();
      const printedCount = now.labels - before.labels;
      const summary = [
        `counted ${printedCount}`,
        ...(dropReason === dropReasonBefore ? [] : [`status channel left: ${dropReason}`]),
      ].join(', ');
      // a cut label is counted, and again if the printer reprints it; but not if a person pressed its cancel key
      const isWhole = printedCount === sheets && !(host.reprints ? hasWaited : mayHaveCut);
      const isOurs = isWhole || (host.reprints && mayHaveCut && printedCount === sheets + 1);
      const alone = isOurs ? await isOnlyDesk().catch(() => null) : true;
      if (alone === null) return resetNoProgress();
      if (!alone) return { end: 'lost', why: 'no-proof', said: `${summary}, others print there` };
      if (isOurs) lastCount = now;
      return isOurs
        ? { end: 'proved', why: 'printer-counted', said: summary }
        : { end: 'lost', why: 'not-counted', said: summary };
    });
    resetNoProgress();
    if (end !== null) return end;
    const why = told() === null ? 'not-counted' : told() === 'not-reached' ? 'connection-cut' : 'printer-silent';
    return { end: 'lost', why, said: told() ?? noProgressText };
  }

  return {
    way: 'raw',
    reprints: host.reprints,
    async ready() {
      const said = await pollUntil(async () => {
        const now = await readStatus();
        return now !== null && now.fault === null && now.isIdle ? now : null;
      });
      return said === null ? told() : null;
    },
    async print(page, sheets = 1) {
      let before: CountReading | null;
      let line: RawConnection;
      try {
        if (!(await leasePrinterId()))
          return {
            end: 'not-left',
            why: 'not-reached',
            said: 'A desk of this computer prints on it by another address.',
          };
        // null: it does not answer now, so its count will prove nothing
        const respondingId = host.id ? await identify() : null;
        if (respondingId !== null && respondingId !== host.id) {
          setFault('another-printer');
          return { end: 'not-left', why: 'not-reached', said: 'another-printer' };
        }
        await ensureMark();
        before = await countBefore();
        lastCount = null;
        line = await connection();
        // a connection that has ended since may have been reopened to another printer
        if (before !== null && (await identify()) !== before.id) before = null;
        line = await connection();
      } catch (error) {
        return { end: 'not-left', why: 'not-reached', said: messageOf(error) };
      }
      try {
        if (!(await sendPage(line, page))) {
          await disconnect();
          isUnsettled = true;
          return { end: 'lost', why: 'printer-silent', said: told() ?? 'It took only a part of the label.' };
        }
      } catch (error) {
        await disconnect();
        isUnsettled = true;
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      const end = await followLabel(before, sheets, line);
      isUnsettled ||= end.end === 'lost' && !(currentLine === line && line.isOpen());
      return end;
    },
    async close() {
      await channel?.close();
      if (isMarked && !isUnsettled)
        await connection()
          .then((line) => line.send(marks.remove(marks.own), host.answerMs))
          .catch(() => undefined);
      await disconnect();
      leasedIds.forEach((one) => one());
      release();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
