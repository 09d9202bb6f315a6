import type { StatusChannel } from '../../shared/printing/known-printer.ts';
import type { ChannelLeft } from '../../shared/printing/print-end.ts';
import type { After } from './printer.ts';
import { openRawConnection, type Question, type RawConnection } from './raw-connection.ts';
import { printerId } from './raw-questions.ts';

export interface ChannelHost {
  host: string;
  known: StatusChannel;
  after: After;
  /** ms: for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
  /** told once, when it is asked nothing any more */
  onLeft: (why: ChannelLeft) => void;
}

const maxTries = 2;

/**
 * Questions beside the connection that labels go over, where a model has a channel for them: it answers while labels are received, and many
 * do out of paper, too. Whoever answers must be the printer that was set up, on each connection anew: else labels of one would be proved by
 * what another counts. One that fails twice in a row is left, and what it would have told is asked where labels go.
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
  /** Null where it does not say. Throws NotReachedError, and what ends a connection. */
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
    /** Questions that got no answer; meanwhile anything may have happened to a label. */
    unanswered: (): number => unanswered,
    leave,
    /** Null where it tells nothing, and is left. */
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
