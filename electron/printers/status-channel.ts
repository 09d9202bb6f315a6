import type { StatusChannel } from '../../shared/printing/known-printer.ts';
import type { ChannelLeft } from '../../shared/printing/print-end.ts';
import type { After } from './printer.ts';
import { openRawConnection, type Question, type RawConnection } from './raw-connection.ts';
import { printerId } from './raw-questions.ts';

export interface ChannelHost {
  host: string;
  known: StatusChannel;
  after: After;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
  /** called once, when the channel is no longer used */
  onLeft: (why: ChannelLeft) => void;
}

const maxTries = 2;

/**
 * Questions on a second connection, for models that have a status channel: it answers while labels are received, and
 * often also out of paper. On each connection the printer that answers must be the one that was set up: otherwise
 * labels of one would be proved by the count of another. A channel that fails twice in a row is no longer used, and its
 * questions are asked on the connection of the labels.
 */
export function openStatusChannel({ host, known, after, connectMs, answerMs, onLeft }: ChannelHost) {
  let line: RawConnection | null = null;
  let isLeft = false;
  let unanswered = 0;

  async function closeLine(): Promise<void> {
    const left = line;
    line = null;
    await left?.close(answerMs);
  }
  async function leave(why: ChannelLeft): Promise<void> {
    if (isLeft) return;
    isLeft = true;
    onLeft(why);
    await closeLine();
  }
  /** Null if there is no answer. Throws NotReachedError, and the error that ends a connection. */
  async function tryOnce<T>(question: Question<T>): Promise<T | null> {
    if (!line?.isOpen()) {
      line = await openRawConnection({ host, port: known.port }, connectMs, after);
      const id = await line.ask(printerId.channel, answerMs);
      if (id === null) return null;
      if (id !== known.id) await leave('another-printer');
      if (isLeft) return null;
    }
    return line.ask(question, answerMs);
  }

  return {
    isOpen: (): boolean => !isLeft,
    /** Questions without an answer; meanwhile anything may have happened to a label. */
    unanswered: (): number => unanswered,
    leave,
    /** Null if there is no answer; the channel is then no longer used. */
    async ask<T>(question: Question<T>): Promise<T | null> {
      for (let tries = 0; tries < maxTries && !isLeft; tries += 1) {
        try {
          const answer = await tryOnce(question);
          if (answer !== null) return answer;
        } catch {
          // it is tried once more, on another connection
        }
        unanswered += 1;
        await closeLine();
      }
      await leave('silent');
      return null;
    },
    close: closeLine,
  };
}
export type OpenChannel = ReturnType<typeof openStatusChannel>;
