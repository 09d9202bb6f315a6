import type { FromIoProcess, IoProcess } from '../../copies/io-process/io-message.ts';
import { app, utilityProcess, type UtilityProcess } from 'electron';

/**
 * Starts the process for file access that may hang (`program`, its path) as an Electron utility process, once Electron
 * is ready: the packaged app cannot run as Node.
 */
export function utilityIoProcess(program: string): IoProcess {
  const childPromise = app
    .whenReady()
    .then(() => utilityProcess.fork(program, [], { stdio: 'ignore', serviceName: 'Parcel Desk places' }));
  const withChild = (useChild: (child: UtilityProcess) => unknown): void => void childPromise.then(useChild);
  return {
    send: (message) => withChild((child) => child.postMessage(message)),
    onMessage: (listener) => withChild((child) => child.on('message', (message: FromIoProcess) => listener(message))),
    onExit: (listener) => withChild((child) => child.once('exit', () => listener())),
    kill: () =>
      withChild((child) => {
        // kill() sends SIGTERM, which a process in a hanging system call ignores
        if (child.pid === undefined) child.kill();
        else process.kill(child.pid, 'SIGKILL');
      }),
  };
}
