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
    const { shown, updateRefused: refusedAre, markWatched: watched } = away();
    refusedAre(3);
    expect(shown).toEqual([]); // They were refused before.
    refusedAre(5);
    refusedAre(6);
    expect(shown).toEqual([{ kind: 'refused', count: 2 }]);
    watched();
    refusedAre(6);
    expect(shown).toHaveLength(1);
    refusedAre(2); // Corrected.
    refusedAre(3);
    expect(shown.at(-1)).toEqual({ kind: 'refused', count: 1 });
  });

  it('that the service is back after an outage of at least a minute, and of no shorter one', () => {
    const { shown, now, updateConnection: connectionIs } = away();
    connectionIs('online');
    connectionIs('offline');
    now.ms += minute - 1;
    connectionIs('online');
    expect(shown).toEqual([]);
    connectionIs('offline');
    now.ms += minute / 2;
    connectionIs('offline');
    now.ms += minute / 2;
    connectionIs('online');
    expect(shown).toEqual([{ kind: 'online' }]);
  });

  it('of nothing after a state that is not known to be an outage, as after a sleep', () => {
    const { shown, now, updateConnection: connectionIs } = away();
    connectionIs('offline');
    connectionIs('unknown');
    now.ms += 10 * minute;
    connectionIs('online');
    expect(shown).toEqual([]);
  });

  it('that a printer stopped, once for all that stop while no one looks', () => {
    const { shown, updateStoppedJobs: stoppedAre, markWatched: watched } = away();
    stoppedAre(['before']);
    stoppedAre(['before', 'a']);
    stoppedAre(['before', 'a', 'b']);
    expect(shown).toEqual([{ kind: 'print' }]);
    watched();
    stoppedAre(['before', 'a', 'b']);
    expect(shown).toHaveLength(1);
    stoppedAre(['c']);
    expect(shown).toHaveLength(2);
  });

  it('of nothing while someone looks, nor later of what happened then', () => {
    const {
      shown,
      now,
      updateRefused: refusedAre,
      updateConnection: connectionIs,
      updateStoppedJobs: stoppedAre,
      markWatched: watched,
    } = away();
    refusedAre(0);
    stoppedAre([]);
    now.isWatched = true;
    watched();
    refusedAre(4);
    stoppedAre(['a']);
    connectionIs('offline');
    now.ms += 2 * minute;
    connectionIs('online');
    now.isWatched = false;
    refusedAre(4);
    stoppedAre(['a']);
    expect(shown).toEqual([]);
  });

  it('of nothing that another desk already had before a switch', () => {
    const { shown, updateRefused: refusedAre, updateStoppedJobs: stoppedAre, reset: begunAnew } = away();
    refusedAre(0);
    stoppedAre([]);
    begunAnew();
    refusedAre(7);
    stoppedAre(['a']);
    expect(shown).toEqual([]);
  });
});
