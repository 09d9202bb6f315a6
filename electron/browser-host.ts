import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ProblemError } from '../shared/problem.ts';
import { serveScreens } from './browser-host/serve-screens.ts';
import { openScreenDesk } from './open-screen-desk.ts';
import { faultPlace } from './rpc/failure.ts';

// from the sources the built screens are in dist/, from the bundle they are beside it
const built = extname(import.meta.url) === '.ts' ? '../dist/renderer' : '../renderer';
const screens = fileURLToPath(new URL(built, import.meta.url));

function fail(error: unknown): never {
  const said = error instanceof ProblemError || error instanceof UsageError;
  process.stderr.write(`${said ? error.message : faultPlace(error)}\n`);
  process.exit(1);
}

class UsageError extends Error {
  override readonly name = 'UsageError';
}

function readArguments(): { port: number; folder: string; service: string | undefined; account: string | undefined } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        service: { type: 'string' },
        account: { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port is a number up to 65535.');
    if (!values.data) throw new UsageError('--data names the data folder.');
    return { port, folder: values.data, service: values.service, account: values.account };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

async function run(): Promise<void> {
  const { port, folder, service, account } = readArguments();
  if (!existsSync(join(screens, 'index.html'))) throw new UsageError('The screens are not built: npm run build.');
  const desk = await openScreenDesk({ folder, ...(service && { service }), ...(account && { account }) });
  const token = randomBytes(32).toString('base64url');
  const server = await serveScreens(desk, { folder: screens, port, token }).catch(async (error: unknown) => {
    await desk.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code === 'EADDRINUSE' ? new UsageError(`Port ${port} of 127.0.0.1 is taken.`) : error;
  });

  let ending = false;
  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    await server.close();
    await desk.close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end().catch(fail));
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
}

run().catch(fail);
