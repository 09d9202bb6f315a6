import { describe, expect, it } from 'vitest';
import { GroupCommit } from '../../electron/sync/group-commit.ts';

/** An outbox that notes where its transactions begin and end; one that throws is undone. */
function transactions() {
  const log: string[] = [];
  let fails = false;
  const together = (act: () => void) => {
    const before = log.length;
    try {
      if (fails) throw new Error('disk full');
      act();
    } catch (error) {
      log.splice(before, log.length, 'undone');
      throw error;
    }
    log.push('commit');
  };
  const soon: (() => void)[] = [];
  const writes = new GroupCommit({ together }, (run) => void soon.push(run));
  return { log, writes, flush: () => soon.splice(0).forEach((run) => run()), fail: (does: boolean) => (fails = does) };
}

describe('writes that come together', () => {
  it('share one transaction, and resolve after it', async () => {
    const { log, writes, flush } = transactions();
    const added = ['a', 'b', 'c'].map((name) =>
      writes.add(() => void log.push(name)).then(() => log.push(`${name} told`)),
    );
    expect(log).toEqual([]);
    flush();
    expect(log).toEqual(['a', 'b', 'c', 'commit']);
    await Promise.all(added);
    expect(log.slice(4)).toEqual(['a told', 'b told', 'c told']);
  });

  it('fail each for itself', async () => {
    const { log, writes, flush } = transactions();
    const added = [
      writes.add(() => void log.push('a')),
      writes.add(() => {
        throw new Error('b is wrong');
      }),
      writes.add(() => void log.push('c')),
    ];
    flush();
    const results = await Promise.allSettled(added);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(log).toEqual(['undone', 'a', 'commit', 'undone', 'c', 'commit']);
  });

  it('that the disk refuses are all told so, and later ones are not held up', async () => {
    const { log, writes, flush, fail } = transactions();
    fail(true);
    const refused = [writes.add(() => void log.push('a')), writes.add(() => void log.push('b'))];
    flush();
    expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fail(false);
    const added = writes.add(() => void log.push('c'));
    flush();
    await added;
    expect(log.slice(-2)).toEqual(['c', 'commit']);
  });
});
