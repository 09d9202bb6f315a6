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
  /** asked beside its labels; null: it has none */
  channel?: StatusChannel | null;
  /** told when that is asked nothing any more */
  onChannelLeft?: (why: ChannelLeft) => void;
  /** keeps others of this machine off it; null: one of them prints there */
  lease: () => (() => void) | null;
  /** the same by the id that the printer tells, as it may have several addresses; left out: nobody else has it */
  leaseId?: (id: string) => (() => void) | null;
  /** tells this desk apart from all others that print there, over its restarts; left out: a new one */
  desk?: string;
  /** which printer was set up; null, or left out: it does not tell */
  id?: string | null;
  /** as its labels tell it by ^JZ */
  reprints: boolean;
  /** ms: until one that says it is done and has counted nothing is believed to print nothing any more; left out: as usual */
  stillMs?: number;
  /** ms: for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
}

/** What was counted, and where. */
interface Count {
  labels: number;
  /** the printer that counted; empty: it does not tell */
  id: string;
  /** the connection it was asked on; null: its status channel */
  line: RawConnection | null;
}

const maxTries = 3;
/**
 * Faults in which a label may be cut or thrown away. The others only delay it: a printer that waits for the label before to be torn off, or
 * for room in its memory, prints it whole afterwards.
 */
const spoils = (fault: PrinterFault): boolean => fault !== 'label-waiting' && fault !== 'buffer-full';
/** A printer that waits for nothing and counts nothing for so long has not printed the label, and will not (ms). */
const usualStillMs = 15_000;

/**
 * A ZPL printer over a raw connection (TCP 9100), leased to this desk until it is closed: labels of two connections would come out among
 * each other. Paper is what the printer counts: exactly the label that was sent, with nothing of it left to print, counted by the same
 * printer before and after, and while no other desk printed there (`printer-marks.ts`). All else is no proof, its own "idle" too. Throws ProblemError `printer` where this or another desk of this machine prints on it already.
 *
 * A status channel tells what the printer does while its labels are received, and counts. But it may know less than was sent: bytes of a label
 * can still be on their way when it says "idle". So nothing is settled by it alone: before a label, and at its end, the printer is asked
 * where its labels go, behind all that was sent there.
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
  /** undefined: nobody has asked yet */
  let odometer: boolean | undefined;
  /** which printer answers on the open connection; empty: it does not tell; null: not asked yet */
  let idHere: string | null = null;
  const leasedIds = new Map<string, () => void>();
  const marks = marksOf(host.desk);
  /** its mark was there when it was asked last */
  let isMarked = false;
  /** false: it has no memory for marks, so nobody knows who else prints there */
  let keepsMarks = true;
  /** a label may still be on its way, over a connection that is not answered any more: the mark stays for others */
  let isUnsettled = false;
  /** after the label before, where it was proved; null: more may have come out since */
  let last: Count | null = null;
  /** somebody else prints there: nothing that it counts is proof any more */
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
  /** Null where no answer can be read, for whatever reason. */
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
  /** The same by the channel, as long as there is one. */
  async function asked<T>({ channel: wanted, beside }: Asked<T>): Promise<T | null> {
    const answer = channel?.isOpen() ? await channel.ask(wanted) : null;
    return answer ?? ask(beside);
  }
  /** What the printer says now, told on; a printer that is not reached or does not answer waits for somebody to look. */
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
  /** Asked where labels go; whoever answers nothing there, though the channel says that all is well, is not asked by it any more. */
  async function lookBehindLabels(): Promise<HostStatus | null> {
    const said = await look(ask(status.beside));
    if (said === null) await channel?.leave('stalled');
    return said;
  }
  /** Nothing of an earlier label is left to print: it would be counted for the next one, which may be lost. */
  async function isEmpty(): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const said = await lookBehindLabels();
      if (said !== null) return said.fault === null && said.isIdle;
      if (told() === 'not-reached') break;
    }
    return false;
  }
  /** Which printer takes the labels, asked on each connection; null where no answer can be read. Labels are not proved by what another counts. */
  async function identify(): Promise<string | null> {
    if (idHere === null || !open?.isOpen()) {
      const id = await ask(printerId.beside);
      idHere = id;
    }
    if (channel?.isOpen() && idHere !== host.channel?.id)
      await channel.leave(idHere === null ? 'stalled' : 'another-printer');
    return idHere;
  }
  /** Null where its model does not count, or it does not say. */
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
    // one that answers nothing at all may have an odometer all the same
    if (odometer === undefined && (await ask(status.beside)) !== null) odometer = false;
    return null;
  }
  /** Counts of two printers say nothing together. One that does not tell which it is, is the same as long as the connection lasts. */
  const isSamePrinter = (one: Count, other: Count): boolean =>
    one.id === other.id && (one.id !== '' || (one.line !== null && one.line === other.line));

  /** Whether no other desk has printed there since this one put its mark; null where it does not say now. */
  async function isAlone(): Promise<boolean | null> {
    const there = await ask(marksThere);
    if (there === null) return null;
    const others = there.filter((mark) => mark !== marks.own);
    const line = await connection();
    // the desks whose marks these are find out by it
    for (const mark of others) await line.send(marks.remove(mark), host.answerMs);
    isMarked = there.includes(marks.own);
    if (others.length > 0 || !isMarked) isShared = true;
    return !isShared;
  }
  /**
   * Sees to it that the mark of this desk is there before a label, whether or not its count can prove anything: others would take the label
   * for theirs. A printer that does not list the mark keeps nothing that desks could tell each other by.
   */
  async function announce(): Promise<void> {
    if (odometer === undefined) await count();
    // it says nothing now: whether it counts, the next label will show
    if (odometer === undefined) await (await connection()).send(marks.put, host.answerMs);
    if (odometer !== true || !keepsMarks) return;
    if (isMarked) await isAlone();
    for (let tries = 0; tries < maxTries && !isMarked; tries += 1) {
      await (await connection()).send(marks.put, host.answerMs);
      await isAlone();
    }
    if (!isMarked) keepsMarks = false;
  }
  /** What it has counted before a label; null where that will prove nothing. */
  async function countBefore(): Promise<Count | null> {
    if (isShared || !keepsMarks || odometer === false || !(await isEmpty())) return null;
    const before = await count();
    if (before === null) return null;
    // programs that are no desk leave no marks, but their labels are counted
    if (last !== null && isSamePrinter(last, before) && last.labels !== before.labels) isShared = true;
    return isShared ? null : before;
  }
  /** Whether no other desk of this machine prints there, under whatever address. */
  async function leaseItsId(): Promise<boolean> {
    if (!host.leaseId || odometer === false) return true;
    const id = await identify();
    if (!id || leasedIds.has(id) || host.channel?.id === id) return true;
    const one = host.leaseId(id);
    if (one) leasedIds.set(id, one);
    return one !== null;
  }

  /**
   * Whether the system took all of a label before patience was over, or nobody waited any longer: a printer that is full takes no more before
   * it has printed. What it waits for is told meanwhile where it has a channel. Throws what ends the connection.
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

  /** After all of a label was sent: until nothing of it is left to print, and what the printer counted since. */
  async function followed(before: Count | null, sheets: number, line: RawConnection): Promise<PrintEnd> {
    /** it may have cut the label */
    let mayHaveCut = false;
    /** it waited for somebody, who may have pressed its cancel key */
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
      // without a count the labels after one that was cut or lost would hide it
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
      // A label that was cut is counted, and again if the printer reprints it; but not if somebody pressed its cancel key
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
        // a connection that ended since may have been opened to another printer
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
