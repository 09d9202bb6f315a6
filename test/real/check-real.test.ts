import { steps } from './steps.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'check-real-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let runs = 0;
function walk(lines: readonly string[], ...words: string[]) {
  const report = join(home, `${String(++runs)}.md`);
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'check-real.ts'), '--report', report, ...words],
    { input: lines.map((line) => `${line}\n`).join(''), encoding: 'utf8' },
  );
  return { status, stdout, report: () => readFileSync(report, 'utf8') };
}

describe('the walk through what no test can see', () => {
  it('shows what to do and what to see at each step, and exits with 0 if everything was so', () => {
    const { status, stdout, report } = walk(['a PC', ...steps.map(() => 'y')]);
    for (const step of steps) expect(stdout).toContain(`  Do:  ${step.do}\n  See: ${step.see}`);
    expect(report().split('## As it should be')[1]?.match(/^- /gm)).toHaveLength(steps.length);
    expect([status, report().includes('Not looked at')]).toEqual([0, false]);
  });

  it('reports first what was wrong, then what was skipped or not reached', () => {
    const { status, report } = walk(['till 7', 'n', 'two windows', 'maybe', 's', 'no network', 'q']);
    const [, wrong = '', unseen = ''] = report().split('## ');
    expect(wrong).toContain('start from the menu: two windows (it should: ');
    expect(unseen).toContain(`- ${steps[1]?.name ?? ''}: no network`);
    expect(unseen.match(/^- /gm)).toHaveLength(steps.length - 1);
    expect([status, report().includes('till 7')]).toEqual([1, true]);
  });

  it('keeps the answers of a walk that is broken off', () => {
    const { status, report } = walk(['till 7', 'y', 'n']);
    expect(report()).toContain('## Not as it should be\n\n- the Electron it was built for\n');
    expect(status).toBe(1);
  });

  it('can repeat a single step, and lists the steps if the name is unknown', () => {
    expect(walk(['till 7', 'y'], '--only', 'sleep').status).toBe(0);
    expect(walk([], '--only', 'teleport').stdout).toContain('There are: start from the menu, ');
  });
});
