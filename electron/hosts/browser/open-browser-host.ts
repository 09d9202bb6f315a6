import { ProblemError } from '../../../shared/contract/problem.ts';
import { describeFault } from '../../platform/link/failure.ts';
import { createFileSecrets, createMemorySecrets } from '../../platform/secret-store.ts';
import { migrationNotice } from '../../storage/database/needs-migration.ts';
import { hostFolderOf } from '../../storage/register/workspace-folders.ts';
import { openScreenDesk } from '../open-screen-desk.ts';
import { serveScreens } from './serve-screens.ts';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  /** stores the secret across restarts, in a file readable only by its owner */
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
export function readArguments(args: string[], folder?: string): HostArguments {
  const {
    port,
    data = folder,
    service,
    account,
    'keep-secret': keepSecret,
    'journal-copy': journalCopy,
    'backup-folder': backupFolder,
  } = readValues(args);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port is a number up to 65535.');
  if (!data) throw new UsageError('--data names the data folder.');
  return { port: Number(port), folder: data, service, account, keepSecret, journalCopy, backupFolder };
}

function readValues(args: string[]) {
  try {
    const textOption = { type: 'string' } as const;
    const flagOption = { type: 'boolean', default: false } as const;
    const options = {
      port: { ...textOption, default: '0' },
      data: textOption,
      service: textOption,
      account: textOption,
      'keep-secret': flagOption,
      'journal-copy': textOption,
      'backup-folder': textOption,
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** Prints why the program cannot continue, and exits with 1. */
export function exitWithError(error: unknown): never {
  const isExpected = error instanceof ProblemError || error instanceof UsageError;
  process.stderr.write(`${isExpected ? error.message : describeFault(error)}\n`);
  process.exit(1);
}

/** Exits on an uncaught exception as Node does, but does not print its message, which may contain entered data. */
export const exitOnFault = (): void => void process.on('uncaughtException', exitWithError);

/** Closes what is open on a termination signal, and exits with 0. */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const closeOnce = () => {
    if (isClosing) return;
    isClosing = true;
    close().then(() => process.exit(0), exitWithError);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, closeOnce);
}

// when run from source, the built screens are in dist/; in the bundle they are beside it
const screensPath = extname(import.meta.url) === '.ts' ? '../../../dist/renderer' : '../renderer';
const screens = fileURLToPath(new URL(screensPath, import.meta.url));

/**
 * Opens a data folder and serves its screens; the address contains a token created at this start. Rejects with a
 * `ProblemError` of the desk, or with a `UsageError` if the port is taken or the screens are not built, and then leaves
 * nothing open.
 */
export async function openBrowserHost(args: HostArguments): Promise<{ url: string; close(): Promise<void> }> {
  const { port, folder, service, account, keepSecret, journalCopy, backupFolder } = args;
  if (!existsSync(join(screens, 'index.html'))) throw new UsageError('The screens are not built: npm run build.');
  const desk = await openScreenDesk({
    folder,
    host: 'browser',
    secrets: keepSecret ? createFileSecrets(join(hostFolderOf(folder), 'secrets.json')) : createMemorySecrets(),
    onUpdating() {
      process.stderr.write(`${migrationNotice.title} ${migrationNotice.detail}\n`);
      return () => undefined;
    },
    ...(journalCopy && { journalCopy: resolve(journalCopy) }),
    ...(backupFolder && { backupFolder: resolve(backupFolder) }),
    ...(service && { service }),
    ...(account && { account }),
  });
  try {
    const token = randomBytes(32).toString('base64url');
    const server = await serveScreens(desk, { folder: screens, port, token });
    return { url: server.url, close: () => server.close().then(() => desk.close()) };
  } catch (error) {
    await desk.close();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'EADDRINUSE' ? new UsageError(`Port ${port} of 127.0.0.1 is taken.`) : error;
  }
}
