import { CancelableEvent } from './cancelable-event.ts';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const userData = process.argv.find((word) => word.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
if (!userData) throw new Error('the double needs --user-data-dir=FOLDER');
mkdirSync(userData, { recursive: true });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly name = 'Parcel Desk';
  readonly commandLine = { appendSwitch: () => undefined, hasSwitch: () => false, getSwitchValue: () => '' };
  #lockPath: string | undefined;
  #isQuitting = false;
  #ready = new Promise<void>((resolve) => setImmediate(resolve));

  whenReady(): Promise<void> {
    return this.#ready;
  }
  getPath(name: string): string {
    if (name !== 'userData') throw new Error(`the double knows no path ${name}`);
    return userData ?? '';
  }
  getVersion(): string {
    return '0.0.0-double';
  }
  getLocale(): string {
    return 'en-US';
  }
  enableSandbox(): void {}
  setAppUserModelId(): void {}
  setBadgeCount(): void {}
  relaunch(): void {}

  /** The lock is valid only while its process lives, so a lock left by a power cut does not count. */
  requestSingleInstanceLock(): boolean {
    const path = join(this.getPath('userData'), 'double.lock');
    if (existsSync(path) && isRunning(Number(readFileSync(path, 'utf8')))) return false;
    writeFileSync(path, String(process.pid));
    this.#lockPath = path;
    return true;
  }

  /** As in Electron, a listener that prevents `before-quit` calls `quit` again later. */
  quit(): void {
    if (this.#isQuitting) return;
    const event = new CancelableEvent();
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
  exit(code = 0): void {
    this.#isQuitting = true;
    if (this.#lockPath) rmSync(this.#lockPath, { force: true });
    this.emit('quit');
    process.exit(code);
  }
}

export const app = new App();
// Closes the app when the process that started the double ends, because nothing else would.
process.on('disconnect', () => app.exit(1));
