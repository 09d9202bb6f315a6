import type { Desk } from '../../desk/threads/desk.ts';
import type { CommandContext } from './command.ts';

/**
 * Shows the progress of a call on the terminal, in one line that ends with the call. An event that arrives after the
 * answer is not shown: it would begin the line of what is written next.
 */
export async function showProgress<T>(
  desk: Pick<Desk, 'onEvent'>,
  context: CommandContext,
  kind: 'import' | 'export' | 'labels',
  format: (done: number, of: number) => string,
  call: () => Promise<T>,
): Promise<T> {
  let isRunning = true;
  desk.onEvent(({ event }) => {
    if (isRunning && event.kind === kind) context.writeToTerminal(`\r${format(event.done, event.of)}`);
  });
  try {
    return await call();
  } finally {
    isRunning = false;
    context.writeToTerminal('\n');
  }
}
