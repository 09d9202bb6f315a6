import type { StatusChannel } from '../../shared/printing/known-printer.ts';
import type { ChannelDropReason } from '../../shared/printing/print-end.ts';
import type { After } from './printer.ts';
import { openRawConnection, type Question, type RawConnection } from './raw-connection.ts';
import { idQuestion } from './raw-questions.ts';

export interface ChannelHost {
  host: string;
  config: StatusChannel;
  after: After;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
  /** called once, when the channel is no longer used */
  onDropped: (why: ChannelDropReason) => void;
}

const maxTries = 2;

/**
 * Questions on a second connection, for models that have a status channel: it answers while labels are received, and
 * often also out of paper. On each connection the printer that answers must be the one that was set up: otherwise
 * labels of one would be proved by the count of another. A channel that fails twice in a row is no longer used, and its
 * questions are asked on the connection of the labels.
 */
export function openStatusChannel({ host, config: known, after, connectMs, answerMs, onDropped: onLeft }: ChannelHost) {
  let line: RawConnection | null = null;
  let isDropped = false;
  let unansweredCount = 0;

  async function closeLine(): Promise<void> {
    const oldLine = line;
    line = null;
    await oldLine?.close(answerMs);
  }
  async function drop(why: ChannelDropReason): Promise<void> {
    if (isDropped) return;
    isDropped = true;
    onLeft(why);
    await closeLine();
  }
  /** Null if there is no answer. Throws NotReachedError, and the error that ends a connection. */
  async function tryOnce<T>(question: Question<T>): Promise<T | null> {
    if (!line?.isOpen()) {
      line = await openRawConnection({ host, port: known.port }, connectMs, after);
      const id = await line.ask(idQuestion.onStatusChannel, answerMs);
      if (id === null) return null;
      if (id !== known.id) await drop('another-printer');
      if (isDropped) return null;
    }
    return line.ask(question, answerMs);
  }

  return {
    isOpen: (): boolean => !isDropped,
    /** Questions without an answer; meanwhile anything may have happened to a label. */
    unanswered: (): number => unansweredCount,
    leave: drop,
    /** Null if there is no answer; the channel is then no longer used. */
    async ask<T>(question: Question<T>): Promise<T | null> {
      for (let tries = 0; tries < maxTries && !isDropped; tries += 1) {
        try {
          const answer = await tryOnce(question);
          if (answer !== null) return answer;
        } catch {
          // it is tried once more, on another connection
        }
        unansweredCount += 1;
        await closeLine();
      }
      await drop('silent');
      return null;
    },
    close: closeLine,
  };
}
export type StatusChannelConnection = ReturnType<typeof openStatusChannel>;
