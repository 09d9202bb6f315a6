import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileFaults } from '../../shared/import/file-faults.ts';
import { problems as english } from '../../renderer/texts/en/problems.ts';
import { problems as chinese } from '../../renderer/texts/zh-CN/problems.ts';

const engine = join(import.meta.dirname, '../../electron');

/** The reasons that the engine gives with `bad-file`. */
function reasonsOfEngine(): string[] {
  const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const reasons = sources.flatMap((name) => {
    const text = readFileSync(join(engine, name), 'utf8');
    return [...text.matchAll(/\bbadFile\(\s*'([a-z-]+)'|problem\(\s*'bad-file'[^;]*?reason: '([a-z-]+)'/g)];
  });
  return [...new Set(reasons.map(([, one, other]) => one ?? other ?? ''))].toSorted();
}

describe('a file that is refused', () => {
  it('is told of in a sentence of each language, whatever the reason, and no code is shown', () => {
    expect(reasonsOfEngine()).toEqual([...fileFaults].toSorted());
    for (const { kind } of [english, chinese]) {
      const said = fileFaults.map((reason) => kind['bad-file']({ reason }));
      expect(new Set([...said, kind['bad-file']({})]).size).toBe(fileFaults.length + 1);
      for (const [at, reason] of fileFaults.entries())
        expect(said[at]).not.toMatch(new RegExp(`: ?${reason}|：${reason}`));
    }
  });
});
