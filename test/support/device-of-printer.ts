import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Creates a terminal device (with `script`) that is connected to the printer on a port as if by a cable, and returns
 * its path.
 */
export async function serialDeviceFor(port: number): Promise<string> {
  const shellCommand = 'stty raw -echo -onlcr; tty; exec sleep 600';
  const terminal = spawn('script', ['-qfec', shellCommand, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const printer = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => {
    terminal.kill('SIGKILL');
    printer.destroy();
  });
  const path = await new Promise<string>((resolve, reject) => {
    let output = '';
    terminal.once('error', reject);
    terminal.stdout.on('data', function readPath(chunk: Buffer) {
      output += chunk.toString('latin1');
      const [, devicePath] = /(\/dev\/\S+)\r?\n/.exec(output) ?? [];
      if (devicePath === undefined) return;
      terminal.stdout.off('data', readPath);
      resolve(devicePath);
    });
  });
  terminal.stdout.pipe(printer);
  printer.on('data', (chunk) => void terminal.stdin.write(chunk));
  return path;
}
