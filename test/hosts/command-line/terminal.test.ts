import { jsonLine, terminalText } from '../../../electron/hosts/command-line/options.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import { jsonLines } from '../../support/desk-process.ts';
import { hostileValue, hostileTexts, rightToLeftOverride } from '../../support/hostile-fields.ts';
import { programPath } from '../../support/program-of.ts';
import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Characters with an effect on a terminal: control characters other than line ends, and marks for direction or
 * invisible text.
 */
const orders = /(?![\r\n])\p{Cc}|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;
const [text = ''] = hostileTexts;

/** Runs commands one after the other in a separate terminal, and returns its output. */
function inTerminal(commands: readonly (readonly string[])[]): string {
  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
  const calls = commands.map((words) =>
    [process.execPath, programPath('command-line'), ...words].map(quoted).join(' '),
  );
  return execFileSync('script', ['-qec', [...calls, 'true'].join('; '), '/dev/null'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

it('entered texts and file names cannot control the terminal that shows them, and programs read them unchanged', async () => {
  const folder = temporaryFolder();
  const { body } = endpointOf(2);
  if (!body) throw new Error('a label order has a body');
  const order = hostileValue(body) as { Package: { PackageId: string; ShipToAddress: { Contact: string } } };
  order.Package.PackageId = 'T-1';
  const entered = await runDesk(
    ['enqueue', '--data', folder],
    `${JSON.stringify({ endpoint: 2, query: {}, body: order })}\n`,
  );
  expect(entered.lines).toMatchObject([{ state: 'queued' }]);
  const file = `\u001b]0;owned\u0007\u009b2J${rightToLeftOverride}.csv`;
  writeFileSync(join(folder, file), `no,${text}\nof,ours\n`);
  const shown = inTerminal([
    ['list', '--data', folder],
    ['import', join(folder, file), '--data', folder],
    ['list', '--data', folder, '--state', text],
  ]);
  expect(shown.match(orders)?.[0]).toBeUndefined();
  const [listed, ...failed] = jsonLines(shown.replaceAll('\r\n', '\n'));
  expect(listed.recipient).toContain(order.Package.ShipToAddress.Contact);
  // the row of the file, its outcome, and the state that there is not
  expect(failed.at(-1)).toMatchObject({ problem: { kind: expect.any(String) as string } });
  expect(failed.length).toBeGreaterThan(1);
  // In messages for a person, too.
  expect(shown).toMatch(/^There is no state Zoë/m);
});

describe('a line for a terminal', () => {
  it.each(hostileTexts)('contains no control characters and the same content: %j', (one) => {
    const line = jsonLine({ one });
    expect([line.trimEnd().match(orders), JSON.parse(line)]).toEqual([null, { one }]);
    expect(terminalText(`\r${one}\n`).match(orders)).toBeNull();
  });

  it('overwrites only where the desk itself starts with a carriage return', () => {
    expect(terminalText('\rdone 2 of 3\rno, \r\n')).toBe('\rdone 2 of 3 no, \r\n');
  });
});
