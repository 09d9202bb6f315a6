import type { Page } from 'playwright';

/**
 * Measures from the key press that saves to the first frame that shows the result (ms). Call the returned function
 * after the press.
 */
export async function savesTimed(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { pressed: 0, said: 0, answers: '' };
    Reflect.set(window, 'saveSeen', seen);
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' || !event.ctrlKey) return;
        // A problem that was shown before does not count as the answer.
        const told = document.querySelector('.foot .problem') !== null;
        const answers = told ? '.foot .saved' : '.foot :is(.saved, .problem)';
        Object.assign(seen, { pressed: event.timeStamp, said: 0, answers });
      },
      true,
    );
    new MutationObserver(() => {
      if (seen.pressed === 0 || seen.said > 0) return;
      if (!document.querySelector(seen.answers) && !location.hash.startsWith('#/outbox')) return;
      requestAnimationFrame(() => (seen.said ||= performance.now()));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return async () => {
    await page.waitForFunction(() => (Reflect.get(window, 'saveSeen') as { said: number }).said > 0, undefined, {
      timeout: 15_000,
    });
    return page.evaluate(() => {
      const { pressed, said } = Reflect.get(window, 'saveSeen') as { pressed: number; said: number };
      return said - pressed;
    });
  };
}

const screens: Record<string, string> = {
  outbox: 'Alt+1',
  new: 'Alt+0',
  import: 'Alt+3',
  labels: 'Alt+4',
  tracking: 'Alt+6',
  inventory: 'Alt+7',
  skus: 'Alt+8',
  orders: 'Alt+9',
  prices: 'F6',
  settings: 'Alt+5',
  operators: 'Alt+Shift+KeyO',
  memory: 'Alt+Shift+KeyG',
  scanner: 'Alt+Shift+KeyS',
  'label-order': 'F2',
  'drop-ship-order': 'Alt+Shift+Digit2',
  'box-order': 'Alt+Shift+Digit3',
  declaration: 'Alt+Shift+Digit4',
  'outbound-order': 'Alt+Shift+Digit5',
  'batch-outbound-order': 'Alt+Shift+Digit6',
  'fba-order': 'Alt+Shift+Digit7',
  'inbound-order': 'Alt+Shift+Digit8',
  sku: 'Alt+Shift+Digit9',
  today: 'Alt+Home',
  close: 'Alt+End',
  handover: 'Alt+PageDown',
  log: 'Alt+PageUp',
};

/**
 * For the slowest screen, time from the key that opens it to the frame that shows its heading and, in the outbox, its
 * first rows (ms). The outbox has entries, and another screen is open.
 */
export async function screensTimed(page: Page): Promise<{ name: string; most: number }> {
  let slowest = { name: '', most: 0 };
  for (const [name, keys] of Object.entries(screens)) {
    await page.evaluate((rows) => {
      const ends = new AbortController();
      const heading = () => document.querySelector('main :is(h1, h2)');
      const before = heading();
      const text = before?.textContent;
      document.addEventListener(
        'keydown',
        (event) => {
          const look = () => {
            const now = heading();
            const drawn = !rows || document.querySelector('main [role=gridcell]');
            if (now && drawn && (now !== before || now.textContent !== text))
              Reflect.set(window, 'screenTook', performance.now() - event.timeStamp);
            else requestAnimationFrame(look);
          };
          if (['Alt', 'Shift', 'Control'].includes(event.key)) return;
          ends.abort();
          requestAnimationFrame(look);
        },
        { capture: true, signal: ends.signal },
      );
      Reflect.set(window, 'screenTook', 0);
    }, name === 'outbox');
    await page.keyboard.press(keys);
    await page.waitForFunction(() => (Reflect.get(window, 'screenTook') as number) > 0);
    const took = await page.evaluate(() => Reflect.get(window, 'screenTook') as number);
    if (took > slowest.most) slowest = { name, most: took };
  }
  return slowest;
}
