import { problem } from '../../shared/contract/problem.ts';
import type { StatusChannel } from '../../shared/printing/known-printer.ts';
import type { ChannelLeft, PrintEnd, PrinterFault } from '../../shared/printing/print-end.ts';
import type { HostStatus } from './host-status.ts';
import { NotReachedError } from './not-reached.ts';
import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';
import { marksOf, marksThere } from './printer-marks.ts';
import { openRawConnection, type Question, type RawConnection, type RawPlace } from './raw-connection.ts';
import { counted, printerId, status, type Asked } from './raw-questions.ts';
import { openStatusChannel, type OpenChannel } from './status-channel.ts';

export interface RawPrinterHost extends PollOptions {
  at: RawPlace;
  /** its status channel, which answers while labels are sent; null: it has none */
  channel?: StatusChannel | null;
  /** called when the channel is no longer used */
  onChannelLeft?: (why: ChannelLeft) => void;
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
interface Count {
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
const spoils = (fault: PrinterFault): boolean => fault !== 'label-waiting' && fault !== 'buffer-full';
/** A ready printer that counts nothing for this long has not printed the label, and will not (ms). */
const usualStillMs = 15_000;

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
  let open: RawConnection | null = null;
  const { setFault, told, until } = printerPoll(host);
  /** whether the printer counts labels; undefined: not known yet */
  let odometer: boolean | undefined;
  /** id of the printer on the open connection; empty: it reports none; null: not asked yet */
  let idHere: string | null = null;
  const leasedIds = new Map<string, () => void>();
  const marks = marksOf(host.desk);
  /** the mark was there when last read */
  let isMarked = false;
  /** false: the printer has no memory for marks, so it is unknown who else prints there */
  let keepsMarks = true;
  /** a label may still be on its way, over a connection that no longer answers: the mark stays for other desks */
  let isUnsettled = false;
  /** the count after the previous label, if that was proved; null: more may have come out since */
  let last: Count | null = null;
  /** another desk prints there: its count is no proof any more */
  let isShared = false;
  let left: ChannelLeft | null = null;
  const channel: OpenChannel | null =
    host.channel && 'host' in at
      ? openStatusChannel({ ...host, host: at.host, known: host.channel, onLeft: (why) => void onLeft(why) })
      : null;
  function onLeft(why: ChannelLeft): void {
    left = why;
    host.onChannelLeft?.(why);
  }

  /** the connection of the last question ended without its answer */
  let wasCut = false;

  /** Throws NotReachedError. */
  async function connection(): Promise<RawConnection> {
    if (open?.isOpen()) return open;
    idHere = null;
    open = await openRawConnection(at, host.connectMs, after);
    return open;
  }
  async function leave(): Promise<void> {
    const line = open;
    open = null;
    await line?.close(host.answerMs);
  }
  /** Null if no answer can be read, for whatever reason. Throws NotReachedError. */
  async function ask<T>(question: Question<T>): Promise<T | null> {
    try {
      const answer = await (await connection()).ask(question, host.answerMs);
      wasCut = open?.isOpen() !== true;
      if (answer === null) await leave();
      return answer;
    } catch (error) {
      wasCut = open?.isOpen() !== true;
      await leave();
      if (error instanceof NotReachedError) throw error;
      return null;
    }
  }
  /** Asks on the status channel while it is open, else on the connection of the labels. */
  async function asked<T>({ channel: wanted, beside }: Asked<T>): Promise<T | null> {
    const answer = channel?.isOpen() ? await channel.ask(wanted) : null;
    return answer ?? ask(beside);
  }
  /**
   * Reads the status and reports its fault; null if the printer is silent or not reached, which is reported as its
   * fault.
   */
  async function look(by = asked(status)): Promise<HostStatus | null> {
    try {
      const said = await by;
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
  async function lookBehindLabels(): Promise<HostStatus | null> {
    const said = await look(ask(status.beside));
    if (said === null) await channel?.leave('stalled');
    return said;
  }
  /** Whether nothing of an earlier label is left to print: it would be counted for the next one, which may be lost. */
  async function isEmpty(): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const said = await lookBehindLabels();
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
    if (idHere === null || !open?.isOpen()) {
      const id = await ask(printerId.beside);
      idHere = id;
    }
    if (channel?.isOpen() && idHere !== host.channel?.id)
      await channel.leave(idHere === null ? 'stalled' : 'another-printer');
    return idHere;
  }
  /** Null if its model does not count, or does not answer. */
  async function count(): Promise<Count | null> {
    if (odometer === false) return null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const id = await identify();
      if (id === null) continue;
      const byChannel = channel?.isOpen() ? await channel.ask(counted.channel) : null;
      const said = byChannel ?? (await ask(counted.beside));
      if (said === null) continue;
      odometer ??= said.labels !== null;
      if (said.labels === null) return null;
      return { labels: said.labels, id, line: byChannel ? null : open };
    }
    // a printer that answers nothing at all may have an odometer all the same
    if (odometer === undefined && (await ask(status.beside)) !== null) odometer = false;
    return null;
  }
  /**
   * Counts of two printers cannot be compared. A printer that reports no id is the same one as long as the connection
   * lasts.
   */
  const isSamePrinter = (one: Count, other: Count): boolean =>
    one.id === other.id && (one.id !== '' || (one.line !== null && one.line === other.line));

  /** Whether no other desk has printed there since this one wrote its mark; null if the printer does not answer now. */
  async function isAlone(): Promise<boolean | null> {
    const there = await ask(marksThere);
    if (there === null) return null;
    const others = there.filter((mark) => mark !== marks.own);
    const line = await connection();
    // the desks of these marks learn of it that way
    for (const mark of others) await line.send(marks.remove(mark), host.answerMs);
    isMarked = there.includes(marks.own);
    if (others.length > 0 || !isMarked) isShared = true;
    return !isShared;
  }
  /**
   * Makes sure that the mark of this desk is there before a label, whether or not its own count can prove anything:
   * other desks would count the label as theirs. A printer that does not list the mark has no memory for marks.
   */
  async function announce(): Promise<void> {
    if (odometer === undefined) await count();
    // it does not answer now: the next label will show whether it counts
    if (odometer === undefined) await (await connection()).send(marks.put, host.answerMs);
    if (odometer !== true || !keepsMarks) return;
    if (isMarked) await isAlone();
    for (let tries = 0; tries < maxTries && !isMarked; tries += 1) {
      await (await connection()).send(marks.put, host.answerMs);
      await isAlone();
    }
    if (!isMarked) keepsMarks = false;
  }
  /** The count before a label; null if it will prove nothing. */
  async function countBefore(): Promise<Count | null> {
    if (isShared || !keepsMarks || odometer === false || !(await isEmpty())) return null;
    const before = await count();
    if (before === null) return null;
    // programs other than a desk leave no marks, but their labels are counted
    if (last !== null && isSamePrinter(last, before) && last.labels !== before.labels) isShared = true;
    return isShared ? null : before;
  }
  /** Leases the printer by its id; false if another desk of this machine prints there, under whatever address. */
  async function leaseItsId(): Promise<boolean> {
    if (!host.leaseId || odometer === false) return true;
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
  async function sent(line: RawConnection, page: Uint8Array): Promise<boolean> {
    let isTaken: boolean | null = null;
    const sending = line.send(page, host.patienceMs).then((is) => (isTaken = is));
    for (;;) {
      const pause = Promise.withResolvers<void>();
      const cancel = after(host.pollMs, pause.resolve);
      await Promise.race([sending, pause.promise]).finally(cancel);
      if (isTaken !== null) return isTaken;
      if (host.isLeft?.()) return false;
      if (channel?.isOpen()) await look();
    }
  }

  /** After all of a label was sent: waits until nothing of it is left to print, and compares the counts. */
  async function followed(before: Count | null, sheets: number, line: RawConnection): Promise<PrintEnd> {
    /** the printer may have cut the label */
    let mayHaveCut = false;
    /** the printer waited for a person, who may have pressed its cancel key */
    let hasWaited = false;
    const leftBefore = left;
    const unanswered = channel?.unanswered();
    const isWell = (said: HostStatus | null): boolean => {
      // many printers are silent while they wait
      hasWaited ||= said === null ? !wasCut : said.fault !== null && spoils(said.fault);
      mayHaveCut ||= hasWaited || said === null || channel?.unanswered() !== unanswered;
      return said !== null && said.fault === null && said.isIdle;
    };
    const nothing = 'It prints nothing, and says that it waits for nothing.';
    let isStill = false;
    let endStill: (() => void) | null = null;
    const moves = (): null => {
      endStill?.();
      endStill = null;
      isStill = false;
      return null;
    };
    const standsStill = (): PrintEnd | null => {
      if (isStill) return { end: 'lost', why: 'not-counted', said: nothing };
      endStill ??= after(host.stillMs ?? usualStillMs, () => (isStill = true));
      return null;
    };
    const end = await until(async (): Promise<PrintEnd | null> => {
      if (!isWell(await look())) return moves();
      if (channel?.isOpen()) {
        const now = before === null ? null : await count().catch(() => null);
        if (before !== null && (now === null || now.labels === before.labels))
          return now === null ? moves() : standsStill();
        if (!isWell(await lookBehindLabels())) return moves();
      }
      // without a count, later labels would hide one that was cut or lost
      if (before === null && !line.isOpen()) return { end: 'lost', why: 'connection-cut' };
      if (before === null && mayHaveCut) return { end: 'lost', why: 'printer-stopped' };
      if (before === null)
        return { end: 'lost', why: odometer === false || isShared || !keepsMarks ? 'no-proof' : 'not-counted' };
      const now = await count().catch(() => null);
      if (now === null) return moves();
      if (!isSamePrinter(before, now))
        return { end: 'lost', why: 'not-counted', said: 'Another printer may answer there now.' };
      if (now.labels === before.labels) return standsStill();
      const more = now.labels - before.labels;
      const words = [`counted ${more}`, ...(left === leftBefore ? [] : [`status channel left: ${left}`])].join(', ');
      // a cut label is counted, and again if the printer reprints it; but not if a person pressed its cancel key
      const isWhole = more === sheets && !(host.reprints ? hasWaited : mayHaveCut);
      const isOurs = isWhole || (host.reprints && mayHaveCut && more === sheets + 1);
      const alone = isOurs ? await isAlone().catch(() => null) : true;
      if (alone === null) return moves();
      if (!alone) return { end: 'lost', why: 'no-proof', said: `${words}, others print there` };
      if (isOurs) last = now;
      return isOurs
        ? { end: 'proved', why: 'printer-counted', said: words }
        : { end: 'lost', why: 'not-counted', said: words };
    });
    moves();
    if (end !== null) return end;
    const why = told() === null ? 'not-counted' : told() === 'not-reached' ? 'connection-cut' : 'printer-silent';
    return { end: 'lost', why, said: told() ?? nothing };
  }

  return {
    way: 'raw',
    reprints: host.reprints,
    async ready() {
      const said = await until(async () => {
        const now = await look();
        return now !== null && now.fault === null && now.isIdle ? now : null;
      });
      return said === null ? told() : null;
    },
    async print(page, sheets = 1) {
      let before: Count | null;
      let line: RawConnection;
      try {
        if (!(await leaseItsId()))
          return {
            end: 'not-left',
            why: 'not-reached',
            said: 'A desk of this computer prints on it by another address.',
          };
        // null: it does not answer now, so its count will prove nothing
        const answering = host.id ? await identify() : null;
        if (answering !== null && answering !== host.id) {
          setFault('another-printer');
          return { end: 'not-left', why: 'not-reached', said: 'another-printer' };
        }
        await announce();
        before = await countBefore();
        last = null;
        line = await connection();
        // a connection that has ended since may have been reopened to another printer
        if (before !== null && (await identify()) !== before.id) before = null;
        line = await connection();
      } catch (error) {
        return { end: 'not-left', why: 'not-reached', said: messageOf(error) };
      }
      try {
        if (!(await sent(line, page))) {
          await leave();
          isUnsettled = true;
          return { end: 'lost', why: 'printer-silent', said: told() ?? 'It took only a part of the label.' };
        }
      } catch (error) {
        await leave();
        isUnsettled = true;
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      const end = await followed(before, sheets, line);
      isUnsettled ||= end.end === 'lost' && !(open === line && line.isOpen());
      return end;
    },
    async close() {
      await channel?.close();
      if (isMarked && !isUnsettled)
        await connection()
          .then((line) => line.send(marks.remove(marks.own), host.answerMs))
          .catch(() => undefined);
      await leave();
      leasedIds.forEach((one) => one());
      release();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
