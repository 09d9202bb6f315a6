import { problem } from '../../shared/contract/problem.ts';
import type { PrintEnd } from '../../shared/printing/print-end.ts';
import type { HostStatus } from './host-status.ts';
import { NotReachedError } from './not-reached.ts';
import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';
import { openRawConnection, type Question, type RawConnection, type RawPlace } from './raw-connection.ts';
import { counted, status } from './raw-questions.ts';

export interface RawPrinterHost extends PollOptions {
  at: RawPlace;
  /** keeps others of this machine off it; null: one of them prints there */
  lease: () => (() => void) | null;
  /** as its labels tell it by ^JZ */
  reprints: boolean;
  /** ms: for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
}

const maxTries = 3;

/**
 * A ZPL printer over a raw connection (TCP 9100), leased to this desk until it is closed: labels of two connections would come out among
 * each other. Paper is what the printer counts: exactly the label that was sent, with nothing of it left to print. All else is no proof,
 * its own "idle" too. Throws ProblemError `printer` where this or another desk of this machine prints on it already.
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
  /** undefined: nobody has asked yet; null: its model has none */
  let odometer: boolean | undefined;

  /** Throws NotReachedError. */
  async function connection(): Promise<RawConnection> {
    if (open?.isOpen()) return open;
    open = await openRawConnection(at, host.connectMs, after);
    return open;
  }
  async function leave(): Promise<void> {
    const left = open;
    open = null;
    await left?.close(host.answerMs);
  }
  /** Null where no answer can be read, for whatever reason. */
  async function ask<T>(question: Question<T>): Promise<T | null> {
    try {
      const answer = await (await connection()).ask(question, host.answerMs);
      if (answer === null) await leave();
      return answer;
    } catch (error) {
      await leave();
      if (error instanceof NotReachedError) throw error;
      return null;
    }
  }
  /** What the printer says now, told on; a printer that is not reached or does not answer waits for somebody to look. */
  async function look(): Promise<HostStatus | null> {
    try {
      const said = await ask(status);
      setFault(said === null ? 'silent' : said.fault);
      return said;
    } catch {
      setFault('not-reached');
      return null;
    }
  }
  /** Nothing of an earlier label is left to print: it would be counted for the next one, which may be lost. */
  async function isEmpty(): Promise<boolean> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const said = await look();
      if (said !== null) return said.fault === null && said.isIdle;
      if (told() === 'not-reached') break;
    }
    return false;
  }
  /** Null where its model does not count, or it does not say. */
  async function count(): Promise<number | null> {
    if (odometer === false) return null;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const now = await ask(counted);
      if (now === null) continue;
      odometer = true;
      return now;
    }
    // one that answers nothing at all may have an odometer all the same
    if (odometer === undefined && (await ask(status)) !== null) odometer = false;
    return null;
  }

  /** After all of a label was sent: until nothing of it is left to print, and what the printer counted since. */
  async function followed(before: number | null, sheets: number, line: RawConnection): Promise<PrintEnd> {
    let wasFaulty = false;
    const end = await until(async (): Promise<PrintEnd | null> => {
      const said = await look();
      wasFaulty ||= said === null || said.fault !== null;
      if (said === null || said.fault !== null || !said.isIdle) return null;
      // without a count the labels after one that was cut or lost would hide it
      if (before === null && !line.isOpen()) return { end: 'lost', why: 'connection-cut' };
      if (before === null && wasFaulty) return { end: 'lost', why: 'printer-stopped' };
      if (before === null) return { end: 'lost', why: odometer === false ? 'no-proof' : 'not-counted' };
      const now = await count().catch(() => null);
      if (now === null || now === before) return null;
      const more = now - before;
      const words = `counted ${more}`;
      // a label that was cut is counted, and once more where the printer prints it again
      const isOurs = more === sheets ? !wasFaulty || host.reprints : more === sheets + 1 && wasFaulty && host.reprints;
      return isOurs
        ? { end: 'proved', why: 'printer-counted', said: words }
        : { end: 'lost', why: 'not-counted', said: words };
    });
    if (end !== null) return end;
    const why = told() === null ? 'not-counted' : told() === 'not-reached' ? 'connection-cut' : 'printer-silent';
    return { end: 'lost', why, said: told() ?? 'It prints nothing, and says that it waits for nothing.' };
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
      let before: number | null;
      let line: RawConnection;
      try {
        before = (await isEmpty()) ? await count() : null;
        line = await connection();
      } catch (error) {
        return { end: 'not-left', why: 'not-reached', said: messageOf(error) };
      }
      try {
        if (!(await line.send(page, host.patienceMs))) {
          await leave();
          return { end: 'lost', why: 'printer-silent', said: 'It took only a part of the label.' };
        }
      } catch (error) {
        await leave();
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      return followed(before, sheets, line);
    },
    async close() {
      await leave();
      release();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
