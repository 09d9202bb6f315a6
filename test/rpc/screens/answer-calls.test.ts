import { answerCalls, fixedFolder } from '../../../electron/desk/calls/answer-calls.ts';
import { fail, ok, type Result } from '../../../shared/contract/problem.ts';
import { describe, expect, it } from 'vitest';

const begun = { id: 'act-1', allowedBy: 'Mia' };

/** The calls of a desk that records what reaches it, and answers as given. */
function recorded(answers: Record<string, Result<unknown>> = {}) {
  const reached: { name: string; input: unknown }[] = [];
  const calls = answerCalls(
    fixedFolder((name, input) => {
      reached.push({ name, input });
      const usual: Record<string, Result<unknown>> = { 'rights.begin': ok(begun), 'rights.act': ok({ value: 'done' }) };
      return Promise.resolve(answers[name] ?? usual[name] ?? ok('answered'));
    }),
  );
  return { ...calls, reached, names: () => reached.map(({ name }) => name) };
}

const saved = { values: { holdSeconds: 5 } };
const given = { ...saved, approval: { code: 'mia', pin: '4711' }, actor: 'Jo', stay: 'visit-of-this-page' };

describe('a call of a screen', () => {
  it('that is closed to screens, malformed or names a folder reaches no desk, not even for its right', async () => {
    const desk = recorded();
    const half = { values: { location: 'a\ud800' } };
    const folder = { values: { backupFolder: '/etc' } };
    for (const [name, input] of [
      ['sync.start', {}],
      ['rights.act', { act: begun, procedure: 'settings.set', input: saved }],
      ['no.such', {}],
      ['settings.set', half],
      ['settings.set', folder],
    ] as const)
      expect([name, await desk.callFromScreen(name, input)]).toMatchObject([name, { ok: false }]);
    expect(desk.reached).toEqual([]);
  });

  it('that needs a right is done once it is allowed, and its PIN, its visit and its actor reach only that check', async () => {
    const desk = recorded();
    expect(await desk.callFromScreen('settings.set', given)).toEqual(ok('done'));
    expect(desk.reached).toEqual([
      {
        name: 'rights.begin',
        input: {
          ...{ right: 'settings', about: '', of: 'text', parts: 'holdSeconds', procedure: 'settings.set' },
          ...{ via: 'screen', operator: 'Jo', approval: given.approval, stay: given.stay },
        },
      },
      { name: 'rights.act', input: { act: begun, procedure: 'settings.set', input: saved } },
    ]);
  });

  it.each([
    ['the PIN is wrong', fail('needs-right', 'no', { right: 'settings', reason: 'pin-wrong' }), 'needs-right'],
    ['no thread answers', fail('desk-gone', 'gone'), 'cancelled'],
    ['the check has a fault', fail('internal', 'fault'), 'cancelled'],
    ['nothing can be logged', fail('disk', 'full'), 'disk'],
  ])('that needs a right is refused if %s while somebody has rights', async (_why, answer, kind) => {
    const desk = recorded({
      'rights.begin': answer,
      'operators.list': ok({ operators: [{ name: 'Mia', rights: ['settings'] }] }),
    });
    expect(await desk.callFromScreen('settings.set', given)).toMatchObject({ ok: false, problem: { kind } });
    expect(desk.names()).not.toContain('rights.act');
    expect(desk.names()).not.toContain('settings.set');
  });

  it('is done although it cannot be logged first only if the database shows that nobody has a right', async () => {
    const full = fail('disk', 'full');
    const nobody = recorded({
      'rights.begin': full,
      'operators.list': ok({ operators: [{ name: 'Jo', rights: [] }] }),
    });
    expect(await nobody.callFromScreen('settings.set', saved)).toEqual(ok('done'));
    const unknown = recorded({ 'rights.begin': full, 'operators.list': fail('desk-gone', 'gone') });
    expect(await unknown.callFromScreen('settings.set', saved)).toMatchObject({ ok: false });
    expect(unknown.names()).toEqual(['rights.begin', 'operators.list']);
  });
});

it('a call of the command line is logged under the user of the machine, and may be one that is closed to screens', async () => {
  const desk = recorded();
  expect(await desk.callFromCommandLine('settings.set', { ...saved, actor: 'Jo' }, 'root')).toEqual(ok('done'));
  expect(desk.reached[0]).toMatchObject({ name: 'rights.begin', input: { via: 'command-line', operator: 'root' } });
  expect(await desk.callFromCommandLine('sync.stop', {}, 'root')).toEqual(ok('answered'));
});

it('a call of the host itself needs no right', async () => {
  const desk = recorded();
  expect(await desk.call('settings.set', saved)).toEqual(ok('answered'));
  expect(desk.names()).toEqual(['settings.set']);
});
