import type { KeyPress } from '../../shared/scan/key-press.ts';
import { keyFor } from '../scan/simulate.ts';
import type { CDPSession, Page } from 'playwright';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const pendingSession = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, pendingSession);
  return pendingSession;
}

const keyEventParams = (key: KeyPress, type: 'keyDown' | 'keyUp', eventTime: number) => ({
  type,
  key: key.key,
  code: key.code,
  windowsVirtualKeyCode: { Enter: 13, Tab: 9 }[key.key] ?? key.keyCode,
  modifiers: key.shift ? 8 : 0,
  timestamp: eventTime / 1000,
  ...(type === 'keyDown' && { text: key.key === 'Enter' ? '\r' : key.key === 'Tab' ? '\t' : key.key }),
});

/** Event times are this far in the future when the keys are sent, so that no key is late on a busy machine. */
const aheadMs = 500;
/** Minimum of this time when each key waits for the one before. */
const minSequentialAheadMs = 2500;
/** Safety factor in case the machine becomes slower than it was when measured. */
const safetyFactor = 8;

/** Measures how long the page takes to answer now (ms). */
async function measureAnswerMs(session: CDPSession): Promise<number> {
  const startedAt = performance.now();
  for (let round = 0; round < 3; round++) await session.send('Runtime.evaluate', { expression: '0' });
  return (performance.now() - startedAt) / 3;
}

const waitUntil = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())));

/**
 * Sends keys to the browser as a keyboard-wedge scanner does. Their event times are `gapMs` apart, however busy the
 * page is.
 */
export async function scan(page: Page, code: string, { end: endKey = '\n', gap: gapMs = 4 } = {}): Promise<void> {
  const session = await sessionOf(page);
  const startedAt = Date.now() + aheadMs;
  const keys = [...(code + endKey)].map((character, index) => ({
    key: keyFor(character, 0),
    index: startedAt + index * gapMs,
  }));
  await Promise.all(
    keys.flatMap(({ key, index: at }) =>
      (['keyDown', 'keyUp'] as const).map((type) =>
        session.send('Input.dispatchKeyEvent', keyEventParams(key, type, at)),
      ),
    ),
  );
  await waitUntil(startedAt + keys.length * gapMs);
}

/**
 * Sends keys as `scan` does, while an input method takes every key: it composes in the field and commits the
 * composition when the scan ends. The composition follows the key event of the page, so each step waits for the one
 * before.
 */
export async function scanWithInputMethod(page: Page, code: string, gapMs = 4): Promise<void> {
  const session = await sessionOf(page);
  // Two steps for each character and for the end.
  const aheadOfNowMs = Math.max(
    minSequentialAheadMs,
    (await measureAnswerMs(session)) * 2 * (code.length + 1) * safetyFactor,
  );
  let eventTime = Date.now() + aheadOfNowMs;
  const sendKey = async (character: string) => {
    const key = keyFor(character, 0, { inputMethod: true });
    const { text: _none, ...raw } = keyEventParams(key, 'keyDown', (eventTime += gapMs));
    await session.send('Input.dispatchKeyEvent', { ...raw, type: 'rawKeyDown', windowsVirtualKeyCode: 229 });
  };
  for (const [index, character] of [...code].entries()) {
    await sendKey(character);
    const text = code.slice(0, index + 1).toLowerCase();
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  }
  await sendKey('\n');
  await session.send('Input.insertText', { text: code.toLowerCase() });
  await waitUntil(eventTime);
}
