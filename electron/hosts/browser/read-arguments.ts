import { parseArgs } from 'node:util';

/** Invalid arguments; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface HostArguments {
  /** 0: any free port */
  port: number;
  /** the data folder */
  folder: string;
  service: string | undefined;
  account: string | undefined;
  /** keeps the secret across restarts, in a file readable only by its owner */
  keepSecret: boolean;
  /** folder to store as the second location of the rescue journal */
  journalCopy?: string | undefined;
  /** folder to store as the target of automatic backups */
  backupFolder?: string | undefined;
}

/**
 * Parses `[--port N] [--data DIR] [--service URL] [--account NAME] [--keep-secret] [--journal-copy DIR]
 * [--backup-folder DIR]`; throws a `UsageError`.
 */
export function readArguments(words: string[], folder?: string): HostArguments {
  const {
    port,
    data = folder,
    service,
    account,
    'keep-secret': keepSecret,
    'journal-copy': journalCopy,
    'backup-folder': backupFolder,
  } = readValues(words);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port is a number up to 65535.');
  if (!data) throw new UsageError('--data names the data folder.');
  return { port: Number(port), folder: data, service, account, keepSecret, journalCopy, backupFolder };
}

function readValues(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const keep = { type: 'boolean', default: false } as const;
    const options = {
      port: { ...text, default: '0' },
      data: text,
      service: text,
      account: text,
      'keep-secret': keep,
      'journal-copy': text,
      'backup-folder': text,
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
