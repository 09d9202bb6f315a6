import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';

const shim = new URL('./utility-shim.js', import.meta.url).href;

/** Electron's utility processes, started as Node child processes. */
export const utilityProcess = {
  fork(program: string, args: readonly string[]) {
    const child = fork(program, args, {
      execArgv: ['--import', shim],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    const utility = Object.assign(new EventEmitter(), {
      pid: child.pid,
      postMessage: (message: object) => void (child.connected && child.send(message)),
      kill: () => child.kill(),
    });
    child.on('message', (message) => void utility.emit('message', message));
    child.on('exit', (code) => void utility.emit('exit', code));
    return utility;
  },
};
