import { describe, expect, it } from 'vitest';
import { notices, type Notice } from '../../../electron/hosts/electron/notices.ts';

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

describe('who is away from the desk is told', () => {
  it('of orders that were refused, once, and again when somebody has looked meanwhile', () => {
    const { shown, refusedAre, watched } = away();
    refusedAre(3);
    expect(shown).toEqual([]); // they were there before
    refusedAre(5);
    refusedAre(6);
    expect(shown).toEqual([{ kind: 'refused', count: 2 }]);
    watched();
    refusedAre(6);
    expect(shown).toHaveLength(1);
    refusedAre(2); // mended
    refusedAre(3);
    expect(shown.at(-1)).toEqual({ kind: 'refused', count: 1 });
  });

  it('that the service is back after an outage of a minute or more, and of no shorter one', () => {
    const { shown, now, connectionIs } = away();
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

  it('nothing of an outage that is not known to have been one, as after a sleep', () => {
    const { shown, now, connectionIs } = away();
    connectionIs('offline');
    connectionIs('unknown');
    now.ms += 10 * minute;
    connectionIs('online');
    expect(shown).toEqual([]);
  });

  it('that a printer stopped, once for all that stop while nobody looks', () => {
    const { shown, stoppedAre, watched } = away();
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

  it('nothing while somebody looks, nor later of what happened then', () => {
    const { shown, now, refusedAre, connectionIs, stoppedAre, watched } = away();
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

  it('nothing of what another desk has had all along', () => {
    const { shown, refusedAre, stoppedAre, begunAnew } = away();
    refusedAre(0);
    stoppedAre([]);
    begunAnew();
    refusedAre(7);
    stoppedAre(['a']);
    expect(shown).toEqual([]);
  });
});
