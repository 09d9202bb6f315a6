import { problems as english } from '../../renderer/texts/en/problems.ts';
import { problems as chinese } from '../../renderer/texts/zh-CN/problems.ts';
import { fileFaults } from '../../shared/import/file-faults.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const engine = join(import.meta.dirname, '../../electron');

/** Reasons the engine uses with `bad-file`. */
function reasonsOfEngine(): string[] {
  const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const reasons = sources.flatMap((name) => {
    const text = readFileSync(join(engine, name), 'utf8');
    return [...text.matchAll(/\bbadFile\(\s*'([a-z-]+)'|problem\(\s*'bad-file'[^;]*?reason: '([a-z-]+)'/g)];
  });
  return [...new Set(reasons.map(([, one, other]) => one ?? other ?? ''))].toSorted();
}

describe('a refused file', () => {
  it('is explained by its own sentence in each language for every reason, without the code', () => {
    expect(reasonsOfEngine()).toEqual([...fileFaults].toSorted());
    for (const { kind } of [english, chinese]) {
      const said = fileFaults.map((reason) => kind['bad-file']({ reason }));
      expect(new Set([...said, kind['bad-file']({})]).size).toBe(fileFaults.length + 1);
      for (const [at, reason] of fileFaults.entries())
        expect(said[at]).not.toMatch(new RegExp(`: ?${reason}|：${reason}`));
    }
  });
});
