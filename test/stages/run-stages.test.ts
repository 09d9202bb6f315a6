import { runStages, summaryOf, type Stage } from './run-stages.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const program = (name: string, code: string): Stage => ({ name, call: ['-e', code] });

async function ran(stages: readonly Stage[], atOnce = 2) {
  let printed = '';
  const ended = await runStages(stages, atOnce, (text) => (printed += text));
  return { printed: stripVTControlCharacters(printed), ended };
}

describe('stages that run in parallel', () => {
  // Each waits for the other's file, so that they end only if both run.
  const meeting = () => {
    const folder = mkdtempSync(join(tmpdir(), 'stages-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const meet = (own: string, other: string) => `
      const { existsSync, writeFileSync } = require('node:fs');
      console.log('${own} begins');
      writeFileSync(${JSON.stringify(join(folder, own))}, '');
      const look = setInterval(() => {
        if (!existsSync(${JSON.stringify(join(folder, other))})) return;
        clearInterval(look);
        console.log('${own} ends');
      }, 5);`;
    return [program('first', meet('one', 'two')), program('second', meet('two', 'one'))];
  };

  it('print their output in one piece each, in the order of the stages', async () => {
    const { printed, ended } = await ran(meeting());
    expect(printed).toBe('\nfirst\none begins\none ends\n\nsecond\ntwo begins\ntwo ends\n');
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('all run to their end whatever fails, no more at a time than allowed, and the last output of each failed stage is repeated', async () => {
    const stages = [
      program('lint', 'console.error("a line is wrong"); process.exitCode = 2'),
      program('types', 'console.log("right")'),
      program('crash', 'process.kill(process.pid, "SIGKILL")'),
    ];
    const { printed, ended } = await ran(stages, 1);
    expect(printed).toBe('\nlint\na line is wrong\n\ntypes\nright\n\ncrash\n');
    expect(ended.map(({ name, code }) => [name, code])).toEqual([
      ['lint', 2],
      ['types', 0],
      ['crash', null],
    ]);
    const lines = stripVTControlCharacters(summaryOf(ended)).split('\n');
    expect(lines.map((line) => line.replace(/^ *\d+\.\d min +(\d+\.\d of a core +)?/, ''))).toEqual([
      'lint ended in:',
      'a line is wrong',
      '',
      'crash ended in:',
      '',
      '',
      'lint: failed (exit 2)',
      'types',
      'crash: failed (a signal)',
    ]);
  });

  it(
    'are reported with the core time of each and of the programs it started, to which waiting adds nothing',
    { skip: process.platform !== 'linux' },
    async () => {
      const works = 'while (process.cpuUsage().user < 600_000) for (let n = 0; n < 1e6; n++);';
      const begins = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(works)}])`;
      const { ended } = await ran([program('begins', begins), program('waits', 'setTimeout(() => 0, 700)')], 1);
      const [begun = 0, waited = 0] = ended.map(({ coreMinutes }) => (coreMinutes ?? 0) * 60);
      expect(begun).toBeGreaterThanOrEqual(0.6);
      expect(waited).toBeLessThan(begun);
      expect(stripVTControlCharacters(summaryOf(ended))).toMatch(/^ +0\.\d min +0\.\d of a core  begins$/m);
    },
  );
});
