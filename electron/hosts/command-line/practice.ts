import { startPracticeThread } from '../../desk/threads/practice-thread.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import type { Command } from './command.ts';
import { dataOption } from './data-folder.ts';
import { requiredOption, usageError, optionText } from './options.ts';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** Runs only the practice service, for training and tests, until it is stopped. */
export const practice: Command = {
  summary: 'runs the practice service alone and prints its address',
  usage: '--data DIR [--port N]',
  options: { ...dataOption, port: { type: 'string' } },
  argumentCount: [0, 0],
  async run(args, { print, stop }) {
    const folder = resolve(requiredOption(args, 'data'));
    const port = Number(optionText(args, 'port') ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw usageError('--port takes a port, as 8080.');
    makePrivateFolder(folder);
    const running = await startPracticeThread({ folder, port });
    await print({ url: running.url });
    if (!stop.aborted) await once(stop, 'abort');
    await running.close();
    return 0;
  },
};
