import { notices, type Notice } from '../../../electron/hosts/electron/notices.ts';
import { describe, expect, it } from 'vitest';

function away() {
  const shown: Notice[] = [];
  const now = { ms: 0, isWatched: false };
  const told = notices({
    isWatched: () => now.isWatched,
    monotonic: () => now.ms,
    show: (notice) => void shown.push(notice),
  });
  return { shown, now, ...told };
}
const minute = 60_000;

describe('a user who is away from the desk is notified', () => {
  it('of refused orders once, and again after someone has looked meanwhile', () => {
    const { shown, updateRefused, markWatched } = away();
    updateRefused(3);
    expect(shown).toEqual([]); // They were refused before.
    updateRefused(5);
    updateRefused(6);
    expect(shown).toEqual([{ kind: 'refused', count: 2 }]);
    markWatched();
    updateRefused(6);
    expect(shown).toHaveLength(1);
    updateRefused(2); // Corrected.
    updateRefused(3);
    expect(shown.at(-1)).toEqual({ kind: 'refused', count: 1 });
  });

  it('that the service is back after an outage of at least a minute, and of no shorter one', () => {
    const { shown, now, updateConnection } = away();
    updateConnection('online');
    updateConnection('offline');
    now.ms += minute - 1;
    updateConnection('online');
    expect(shown).toEqual([]);
    updateConnection('offline');
    now.ms += minute / 2;
    updateConnection('offline');
    now.ms += minute / 2;
    updateConnection('online');
    expect(shown).toEqual([{ kind: 'online' }]);
  });

  it('of nothing after a state that is not known to be an outage, as after a sleep', () => {
    const { shown, now, updateConnection } = away();
    updateConnection('offline');
    updateConnection('unknown');
    now.ms += 10 * minute;
    updateConnection('online');
    expect(shown).toEqual([]);
  });

  it('that a printer stopped, once for all that stop while no one looks', () => {
    const { shown, updateStoppedJobs, markWatched } = away();
    updateStoppedJobs(['before']);
    updateStoppedJobs(['before', 'a']);
    updateStoppedJobs(['before', 'a', 'b']);
    expect(shown).toEqual([{ kind: 'print' }]);
    markWatched();
    updateStoppedJobs(['before', 'a', 'b']);
    expect(shown).toHaveLength(1);
    updateStoppedJobs(['c']);
    expect(shown).toHaveLength(2);
  });

  it('of nothing while someone looks, nor later of what happened then', () => {
    const { shown, now, updateRefused, updateConnection, updateStoppedJobs, markWatched } = away();
    updateRefused(0);
    updateStoppedJobs([]);
    now.isWatched = true;
    markWatched();
    updateRefused(4);
    updateStoppedJobs(['a']);
    updateConnection('offline');
    now.ms += 2 * minute;
    updateConnection('online');
    now.isWatched = false;
    updateRefused(4);
    updateStoppedJobs(['a']);
    expect(shown).toEqual([]);
  });

  it('of nothing that another desk already had before a switch', () => {
    const { shown, updateRefused, updateStoppedJobs, reset } = away();
    updateRefused(0);
    updateStoppedJobs([]);
    reset();
    updateRefused(7);
    updateStoppedJobs(['a']);
    expect(shown).toEqual([]);
  });
});
