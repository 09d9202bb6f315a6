import type { DiskWatch } from './watch-disk.ts';

interface Guarded {
  timer: { after: (ms: number, run: () => void) => () => void };
  soon: (run: () => void) => void;
  onFault: (error: unknown) => void;
}

/**
 * The same host, by which nothing that runs later ends the desk: what it throws is told, and the next turn goes on. A trouble of the
 * disk is known to the watch from then on, and told once.
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
