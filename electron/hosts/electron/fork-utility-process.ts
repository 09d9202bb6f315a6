import { utilityProcess } from 'electron';
import type { FromIoProcess, IoProcess } from '../../isolated-io/io-message.ts';

/** Begins the process that touches places (`program`, its path), as Electron's own: its program cannot be run as Node. */
export function utilityIoProcess(program: string): IoProcess {
  const child = utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'Parcel Desk places' });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', (message: FromIoProcess) => listener(message)),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill() {
      // its own kill asks first, which a process in a call that never comes back does not hear
      if (child.pid === undefined) child.kill();
      else process.kill(child.pid, 'SIGKILL');
    },
  };
}
