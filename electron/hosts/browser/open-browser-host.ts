import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveScreens } from './serve-screens.ts';
import { UsageError, type HostArguments } from './read-arguments.ts';
import { migrationNotice } from '../../database/is-behind.ts';
import { openScreenDesk } from '../open-screen-desk.ts';
import { createFileSecrets, createMemorySecrets } from '../../secrets/secret-store.ts';
import { hostFolderOf } from '../../workspaces/workspace.ts';

// run from source, the built screens are in dist/; in the bundle they are beside it
const screensPath = extname(import.meta.url) === '.ts' ? '../../../dist/renderer' : '../renderer';
const screens = fileURLToPath(new URL(screensPath, import.meta.url));

/**
 * Opens a data folder and serves its screens; the address contains a token new at this start. Rejects with a
 * `ProblemError` of the desk, or a `UsageError` if the port is taken or the screens are not built; then nothing stays
 * open.
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
