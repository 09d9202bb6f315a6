import { answerCalls, fixedFolder } from '../../../electron/desk/calls/answer-calls.ts';
import { answerScreen, isOurPage } from '../../../electron/hosts/electron/answer-screen.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { maxCallBytes, maxImportBytes } from '../../../shared/import/import-limit.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const page = { url: 'app://desk/', parent: null };

function recordingDesk() {
  const calls: { name: string; input: unknown }[] = [];
  const desk = answerCalls(
    fixedFolder((name, input) => {
      calls.push({ name, input });
      return Promise.resolve(ok('heard'));
    }),
  );
  return { ...desk, calls };
}

describe('the sender of a call', () => {
  it("may be the desk's own page", () => {
    expect(isOurPage(page)).toBe(true);
    expect(isOurPage({ url: 'app://desk/index.html#/outbox', parent: null })).toBe(true);
  });
  it.each([
    ['a frame within it', { url: 'app://desk/', parent: page }],
    ['a file', { url: 'file:///index.html', parent: null }],
    ['a site', { url: 'https://desk/', parent: null }],
    ['a site whose name looks like ours', { url: 'https://app//desk/', parent: null }],
    ['another host of the scheme', { url: 'app://desk.evil/', parent: null }],
    ["a user name that looks like the desk's host", { url: 'app://evil@other/', parent: null }],
    ['a blank page', { url: 'about:blank', parent: null }],
    ['no address', { url: '', parent: null }],
    ['a frame that was destroyed', null],
  ])('must not be %s', async (_who, frame) => {
    const desk = recordingDesk();
    expect(await answerScreen(desk, frame, 'settings.get', {})).toMatchObject({ ok: false });
    expect(desk.calls).toEqual([]);
  });
});

describe('a call from a page', () => {
  it('arrives as plain values', async () => {
    const desk = recordingDesk();
    expect(await answerScreen(desk, page, 'desk.remember', { name: 'a', value: [1, undefined] })).toEqual(ok('heard'));
    expect(desk.calls).toEqual([{ name: 'desk.remember', input: { name: 'a', value: [1, null] } }]);
  });
  it('cannot name a procedure that takes paths on the disk', async () => {
    const desk = recordingDesk();
    for (const name of ['labels.pdf', 'import.file', 'sync.start', 'constructor', '__proto__'])
      expect(await answerScreen(desk, page, name, {})).toMatchObject({
        ok: false,
        problem: { kind: 'unknown-command' },
      });
    expect(desk.calls).toEqual([]);
  });
  it('is refused if it contains a cycle or a bigint, is nothing, or is longer than the largest spreadsheet', async () => {
    const desk = recordingDesk();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const input of [circle, 1n, { a: 1n }, undefined, () => 1, 'x'.repeat(maxCallBytes)])
      expect(await answerScreen(desk, page, 'settings.get', input)).toMatchObject({ ok: false });
    expect(desk.calls).toEqual([]);
  });
  it('is refused as soon as it is too long, so that it delays nothing', async () => {
    const desk = recordingDesk();
    let read = 0;
    const endless = new Proxy([], {
      get: (_target, name) => (name === 'length' ? 2 ** 31 : name === 'toJSON' ? undefined : (read++, 1)),
    });
    for (const input of [endless, new Uint8Array(2 ** 30), { a: [new Float64Array(2 ** 20)] }])
      expect(await answerScreen(desk, page, 'settings.get', input)).toMatchObject({ ok: false });
    expect(read).toBeLessThan(maxCallBytes + 10);
    expect(desk.calls).toEqual([]);
  });
  it('is refused if it contains anything but plain values, wherever that is', async () => {
    const desk = recordingDesk();
    for (const odd of [new Date(), new Map(), new Set(), /x/, new Error('x'), Object(1), new ArrayBuffer(8)])
      for (const input of [odd, { odd }, [[odd]]])
        expect(await answerScreen(desk, page, 'desk.remember', input)).toMatchObject({ problem: { kind: 'invalid' } });
    expect(desk.calls).toEqual([]);
  });
  it('is refused at once if it contains itself many times, or is nested deeper than any call', async () => {
    const desk = recordingDesk();
    const circles: unknown[] = [];
    circles.push(...Array.from({ length: 1000 }, () => circles));
    let deep: unknown = 1;
    for (let n = 0; n < 20_000; n += 1) deep = [deep];
    for (const input of [circles, { deep }])
      expect(await answerScreen(desk, page, 'settings.get', input)).toMatchObject({ problem: { kind: 'invalid' } });
    expect(desk.calls).toEqual([]);
  });
  it('keeps a field that is called like a property of every object', async () => {
    const desk = recordingDesk();
    const input = JSON.parse('{"name":"a","value":{"__proto__":{"x":1},"constructor":2}}') as object;
    await answerScreen(desk, page, 'desk.remember', input);
    expect(JSON.stringify(desk.calls[0]?.input)).toBe(JSON.stringify(input));
  });
  it('never causes an exception, whatever it contains', async () => {
    const desk = recordingDesk();
    const name = fc.oneof(fc.anything(), fc.constantFrom('settings.get', 'entry.enqueue', '__proto__', 'toString'));
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(name, value, async (asked, input) => {
        const result = await answerScreen(desk, page, asked, input);
        expect(typeof result.ok).toBe('boolean');
      }),
      { numRuns: 20_000 },
    );
    for (const { input } of desk.calls) expect(JSON.parse(JSON.stringify(input))).toEqual(input);
  });
});

describe('a file in a call from a page', () => {
  it('is passed on as the same bytes, in the field that the procedure has for it', async () => {
    const desk = recordingDesk();
    const [sheet, logo] = [Uint8Array.of(80, 75), Uint8Array.of(137, 80)];
    await answerScreen(desk, page, 'import.open', { name: 'a.xlsx', base64: sheet });
    await answerScreen(desk, page, 'labels.logo', { png: logo });
    await answerScreen(desk, page, 'import.open', { name: 'a.csv', base64: 'UEs=' });
    expect(desk.calls).toEqual([
      { name: 'import.open', input: { name: 'a.xlsx', base64: sheet } },
      { name: 'labels.logo', input: { png: logo } },
      { name: 'import.open', input: { name: 'a.csv', base64: 'UEs=' } },
    ]);
    const { base64 } = desk.calls[0]?.input as { base64: unknown };
    expect(base64).toBe(sheet);
  });
  it('is refused as bytes in any other field, procedure or form, and together with anything that is not plain', async () => {
    const desk = recordingDesk();
    const bytes = Uint8Array.of(1, 2, 3, 4);
    for (const [name, input] of [
      ['import.open', { name: bytes }],
      ['import.open', bytes],
      ['import.open', { base64: { bytes } }],
      ['import.open', { base64: [bytes] }],
      ['import.open', { base64: bytes, name: new Date() }],
      ['import.open', { base64: bytes.buffer }],
      ['import.open', { base64: new Uint16Array(2) }],
      ['import.open', { base64: bytes.subarray(1) }],
      ['import.open', { base64: new Uint8Array(new SharedArrayBuffer(4)) }],
      ['labels.logo', { base64: bytes }],
      ['desk.remember', { base64: bytes }],
      ['__proto__', { base64: bytes }],
    ] as const)
      expect([name, await answerScreen(desk, page, name, input)]).toMatchObject([name, { ok: false }]);
    expect(desk.calls).toEqual([]);
  });
  it('is bounded like its base64 over HTTP', async () => {
    const desk = recordingDesk();
    const open = (base64: Uint8Array) => answerScreen(desk, page, 'import.open', { name: 'a.csv', base64 });
    expect(await open(new Uint8Array(maxImportBytes))).toEqual(ok('heard'));
    expect(await open(new Uint8Array(maxImportBytes + 1_000_000))).toMatchObject({ problem: { kind: 'invalid' } });
    expect(desk.calls).toHaveLength(1);
  });
});
