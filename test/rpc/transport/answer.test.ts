import { answerCall } from '../../../electron/platform/link/answer.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { describe, expect, it } from 'vitest';

const faults: unknown[] = [];
const report = (error: unknown): void => void faults.push(error);

describe('the entry point of a worker', () => {
  it.each(['__proto__', 'constructor', 'toString', 'no.such', ''])('knows no procedure %j', async (name) => {
    expect(await answerCall({ handlers: {} }, name, {}, report)).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-command' },
    });
  });

  it('does not serve a procedure of the other worker', async () => {
    const result = await answerCall(
      { handlers: { 'target.get': () => ({ bound: null, unknown: false }) } },
      'entries.counts',
      {},
      report,
    );
    expect(result).toMatchObject({ ok: false, problem: { kind: 'unknown-command' } });
  });

  it('refuses an input that violates the contract, with the path', async () => {
    let ran = false;
    const handlers = {
      'entry.tryNow': ({ ids }: { ids: string[] }) => {
        ran = true;
        return { ids };
      },
    };
    const result = await answerCall({ handlers }, 'entry.tryNow', { ids: ['a', 7], more: 1 }, report);
    expect(ran).toBe(false);
    if (result.ok) throw new Error('was taken');
    expect(result.problem.kind).toBe('invalid');
    expect(result.problem.issues?.map((issue) => issue.path)).toContain('$.ids[1]');
  });

  it('passes problems on unchanged', async () => {
    const handlers = {
      'target.get': () => {
        throw problem('bad-setting', 'no such setting', { name: 'x' });
      },
    };
    expect(await answerCall({ handlers }, 'target.get', {}, report)).toEqual({
      ok: false,
      problem: { kind: 'bad-setting', message: 'no such setting', params: { name: 'x' } },
    });
    expect(faults).toHaveLength(0);
  });

  it('reveals nothing of an unexpected error', async () => {
    const handlers = {
      'target.get': () => {
        throw new Error('password hunter2');
      },
    };
    const result = await answerCall({ handlers }, 'target.get', {}, report);
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(result).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    expect(faults).toHaveLength(1);
  });

  it('runs a handler only through the guard, which may refuse before or after it', async () => {
    const steps: string[] = [];
    const answerer = {
      handlers: { 'target.get': () => (steps.push('handler'), { bound: null, unknown: false }) },
      async guard(name: string, run: () => unknown) {
        steps.push(name);
        await run();
        throw problem('folder-gone', 'the folder is gone', {});
      },
    };
    expect(await answerCall(answerer, 'target.get', {}, report)).toMatchObject({ problem: { kind: 'folder-gone' } });
    expect(steps).toEqual(['target.get', 'handler']);
  });

  it('answers an error of a handler or of the guard with its cause, and reports only a cause that is unknown', async () => {
    const causes: unknown[] = [];
    const failing = (error: Error) => ({
      handlers: {
        'target.get': () => {
          throw error;
        },
      },
      mapError: (thrown: unknown) =>
        (thrown as Error).message === 'full' ? problem('disk', 'the disk is full', {}) : thrown,
    });
    const told = (error: unknown): void => void causes.push(error);
    expect(await answerCall(failing(new Error('full')), 'target.get', {}, told)).toMatchObject({
      problem: { kind: 'disk' },
    });
    expect(causes).toEqual([]);
    expect(await answerCall(failing(new Error('other')), 'target.get', {}, told)).toMatchObject({
      problem: { kind: 'internal' },
    });
    expect(causes).toHaveLength(1);
  });
});
