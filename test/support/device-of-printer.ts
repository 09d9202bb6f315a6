import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Creates a device (a terminal of `script`) that is connected to the printer on a port, as by a cable, and returns its
 * path.
 */
export async function deviceOf(port: number): Promise<string> {
  const shell = 'stty raw -echo -onlcr; tty; exec sleep 600';
  const terminal = spawn('script', ['-qfec', shell, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const printer = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => {
    terminal.kill('SIGKILL');
    printer.destroy();
  });
  const path = await new Promise<string>((resolve, reject) => {
    let said = '';
    terminal.once('error', reject);
    terminal.stdout.on('data', function hear(part: Buffer) {
      said += part.toString('latin1');
      const [, found] = /(\/dev\/\S+)\r?\n/.exec(said) ?? [];
      if (found === undefined) return;
      terminal.stdout.off('data', hear);
      resolve(found);
    });
  });
  terminal.stdout.pipe(printer);
  printer.on('data', (part) => void terminal.stdin.write(part));
  return path;
}
