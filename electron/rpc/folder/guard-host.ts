import type { DiskWatch } from './watch-disk.ts';

interface Guarded {
  timer: { after: (ms: number, run: () => void) => () => void };
  soon: (run: () => void) => void;
  onFault: (error: unknown) => void;
}

/**
 * Wraps the host so that an exception in a deferred callback does not end the desk: it is reported, and the next
 * callback runs. A disk problem is passed to the watch, and reported once.
 */
export function catchHostFaults<H extends Guarded>(host: H, disk: Pick<DiskWatch, 'note'>): H {
  const onFault = (error: unknown): void => {
    if (disk.note(error).isNews) host.onFault(error);
  };
  const guarded = (run: () => void) => (): void => {
    try {
      run();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    ...host,
    onFault,
    timer: { after: (ms, run) => host.timer.after(ms, guarded(run)) },
    soon: (run) => host.soon(guarded(run)),
  };
}
