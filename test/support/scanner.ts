import type { KeyPress } from '../../shared/scan/key-press.ts';
import { keyFor } from '../scan/simulate.ts';
import type { CDPSession, Page } from 'playwright';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  return known;
}

const press = (key: KeyPress, type: 'keyDown' | 'keyUp', at: number) => ({
  type,
  key: key.key,
  code: key.code,
  windowsVirtualKeyCode: { Enter: 13, Tab: 9 }[key.key] ?? key.keyCode,
  modifiers: key.shift ? 8 : 0,
  timestamp: at / 1000,
  ...(type === 'keyDown' && { text: key.key === 'Enter' ? '\r' : key.key === 'Tab' ? '\t' : key.key }),
});

/** Event times lie this far in the future when keys are sent, so that no key is late on a busy machine. */
const aheadMs = 500;
/** Minimum of the same if each key waits for the one before. */
const inTurnAheadMs = 2500;
/** Safety factor for a machine that becomes slower than just measured. */
const spare = 8;

/** How long the page takes to answer now, in ms. */
async function answerTime(session: CDPSession): Promise<number> {
  const began = performance.now();
  for (let asked = 0; asked < 3; asked++) await session.send('Runtime.evaluate', { expression: '0' });
  return (performance.now() - began) / 3;
}

const until = (time: number) => new Promise((come) => setTimeout(come, Math.max(0, time - Date.now())));

/**
 * Sends keys to the browser as a keyboard-wedge scanner does: `gap` ms apart by their event times, however busy the
 * page is.
 */
export async function scan(page: Page, code: string, { end = '\n', gap = 4 } = {}): Promise<void> {
  const session = await sessionOf(page);
  const began = Date.now() + aheadMs;
  const keys = [...(code + end)].map((character, at) => ({ key: keyFor(character, 0), at: began + at * gap }));
  await Promise.all(
    keys.flatMap(({ key, at }) =>
      (['keyDown', 'keyUp'] as const).map((type) => session.send('Input.dispatchKeyEvent', press(key, type, at))),
    ),
  );
  await until(began + keys.length * gap);
}

/**
 * The same while an input method takes every key: it composes in the field and commits the composition when the scan
 * ends. Composition follows the page's key event, so each step waits for the one before.
 */
export async function scanWithInputMethod(page: Page, code: string, gap = 4): Promise<void> {
  const session = await sessionOf(page);
  // Two steps for each character and for the end.
  const ahead = Math.max(inTurnAheadMs, (await answerTime(session)) * 2 * (code.length + 1) * spare);
  let at = Date.now() + ahead;
  const taken = async (character: string) => {
    const key = keyFor(character, 0, { inputMethod: true });
    const { text: _none, ...raw } = press(key, 'keyDown', (at += gap));
    await session.send('Input.dispatchKeyEvent', { ...raw, type: 'rawKeyDown', windowsVirtualKeyCode: 229 });
  };
  for (const [index, character] of [...code].entries()) {
    await taken(character);
    const text = code.slice(0, index + 1).toLowerCase();
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await taken('\n');
  await session.send('Input.insertText', { text: code.toLowerCase() });
  await until(at);
}
