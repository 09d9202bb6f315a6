import { app, utilityProcess, type UtilityProcess } from 'electron';
import type { FromIoProcess, IoProcess } from '../../isolated-io/io-message.ts';

/** Begins the process that touches places (`program`, its path), as Electron's own: its program cannot be run as Node. It begins when Electron is ready. */
export function utilityIoProcess(program: string): IoProcess {
  const begun = app
    .whenReady()
    .then(() => utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'Parcel Desk places' }));
  const then = (act: (child: UtilityProcess) => unknown): void => void begun.then(act);
  return {
    send: (message) => then((child) => child.postMessage(message)),
    onMessage: (listener) => then((child) => child.on('message', (message: FromIoProcess) => listener(message))),
    onExit: (listener) => then((child) => child.once('exit', () => listener())),
    kill: () =>
      then((child) => {
        // its own kill asks first, which a process in a call that never comes back does not hear
        if (child.pid === undefined) child.kill();
        else process.kill(child.pid, 'SIGKILL');
      }),
  };
}
