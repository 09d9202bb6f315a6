import { freePort } from './free-port.ts';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const cupsdPath = '/usr/sbin/cupsd';

/** Whether CUPS is installed and this process may start a server of its own. */
export const hasCups = (): boolean => existsSync(cupsdPath) && process.getuid?.() === 0;

export interface Cups {
  /** in the format of `CUPS_SERVER` */
  server: string;
  /**
   * adds a queue for a device; `raw` passes data on unchanged, `everywhere` asks the IPP printer for its capabilities
   */
  addQueue(name: string, deviceUri: string, model: 'raw' | 'everywhere'): void;
  stop(): Promise<void>;
}

/** Starts a CUPS server on loopback for one test, independent of the one the machine may run. */
export async function startCups(): Promise<Cups> {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-cups-'));
  chmodSync(folder, 0o755);
  const subfolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o777);
    return path;
  };
  const port = await freePort();
  const allowEveryone = (location: string) => `<Location ${location}>\nOrder allow,deny\nAllow all\n</Location>\n`;
  const [settings, files] = [join(folder, 'cupsd.conf'), join(folder, 'cups-files.conf')];
  writeFileSync(
    settings,
    `Listen 127.0.0.1:${port}\nDefaultAuthType None\nWebInterface No\nBrowsing Off\nMaxLogSize 0\n${allowEveryone('/')}${allowEveryone('/admin')}` +
      '<Policy default>\n<Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n',
  );
  const log = subfolder('log');
  writeFileSync(
    files,
    `ServerRoot ${subfolder('root')}\nRequestRoot ${subfolder('spool')}\nCacheDir ${subfolder('cache')}\nStateDir ${subfolder('run')}\n` +
      `TempDir ${subfolder('temp')}\nAccessLog ${log}/access\nErrorLog ${log}/error\nPageLog ${log}/page\nSystemGroup root\nSandboxing Relaxed\n`,
  );
  const daemon = spawn(cupsdPath, ['-f', '-c', settings, '-s', files], { stdio: 'ignore' });
  const daemonExit = new Promise<void>((resolve) => daemon.once('exit', () => resolve()));
  const isAnswering = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve((socket.destroy(), true)));
      socket.on('error', () => resolve(false));
    });
  while (!(await isAnswering())) {
    if (daemon.exitCode !== null) throw new Error(`cupsd ended with ${daemon.exitCode}`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  const server = `127.0.0.1:${port}`;
  return {
    server,
    addQueue: (name, deviceUri, model) =>
      void execFileSync('lpadmin', ['-h', server, '-p', name, '-v', deviceUri, '-m', model, '-E'], { stdio: 'ignore' }),
    async stop() {
      daemon.kill();
      await daemonExit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
