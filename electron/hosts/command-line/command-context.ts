import { once } from 'node:events';
import { machineOfProcess } from '../../register/machine-folder.ts';
import { startDesk, startReader } from '../../threads/desk.ts';
import type { CommandContext } from './command.ts';
import { jsonLine, terminalText } from './terminal-text.ts';

/** The context of a command that runs as its own process: its streams and termination signals. */
export function processContext(): CommandContext & { output: NodeJS.WriteStream } {
  const output = process.stdout;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());

  let isRead = true;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // the reader of the output is gone
    isRead = false;
    stopping.abort();
    output.emit('drain');
  });
  // ends reading when the command stops, even while it waits for a line
  stopping.signal.addEventListener('abort', () => process.stdin.destroy());

  return {
    output,
    env: process.env,
    stop: stopping.signal,
    machine: machineOfProcess(),
    desks: { keep: startDesk, read: startReader },
    show: (words) => void output.write(terminalText(words)),
    warn: (words) => void process.stderr.write(terminalText(words)),
    sayOnTerminal(words) {
      if (process.stderr.isTTY) process.stderr.write(terminalText(words));
    },
    async print(answer) {
      if (!isRead || output.write(jsonLine(answer))) return;
      await once(output, 'drain');
    },
    input: {
      async *[Symbol.asyncIterator]() {
        try {
          for await (const chunk of process.stdin) yield chunk as Buffer;
        } catch (error) {
          if (!stopping.signal.aborted) throw error;
        }
      },
    },
  };
}
