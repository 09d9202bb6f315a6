import type { Page } from 'playwright';

/**
 * Prepares measuring the time from the key press that saves to the first frame that shows the result (ms). The returned
 * function is called after the press.
 */
export async function timeSaves(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const saveTimes = { pressed: 0, said: 0, answers: '' };
    Reflect.set(window, 'saveSeen', saveTimes);
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' || !event.ctrlKey) return;
        // A problem that is already shown does not count as the result.
        const showsProblem = document.querySelector('.foot .problem') !== null;
        const answerSelector = showsProblem ? '.foot .saved' : '.foot :is(.saved, .problem)';
        Object.assign(saveTimes, { pressed: event.timeStamp, said: 0, answers: answerSelector });
      },
      true,
    );
    new MutationObserver(() => {
      if (saveTimes.pressed === 0 || saveTimes.said > 0) return;
      if (!document.querySelector(saveTimes.answers) && !location.hash.startsWith('#/outbox')) return;
      requestAnimationFrame(() => (saveTimes.said ||= performance.now()));
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

const screenKeys: Record<string, string> = {
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
 * Finds the slowest screen, by the time from the key that opens it to the frame that shows its heading and, in the
 * outbox, its first rows (ms). The outbox has entries, and another screen is open before.
 */
export async function slowestScreen(page: Page): Promise<{ name: string; tookMs: number }> {
  let slowest = { name: '', tookMs: 0 };
  for (const [name, keys] of Object.entries(screenKeys)) {
    await page.evaluate((rows) => {
      const listening = new AbortController();
      const heading = () => document.querySelector('main :is(h1, h2)');
      const headingBefore = heading();
      const textBefore = headingBefore?.textContent;
      document.addEventListener(
        'keydown',
        (event) => {
          const checkShown = () => {
            const currentHeading = heading();
            const hasRows = !rows || document.querySelector('main [role=gridcell]');
            if (
              currentHeading &&
              hasRows &&
              (currentHeading !== headingBefore || currentHeading.textContent !== textBefore)
            )
              Reflect.set(window, 'screenTook', performance.now() - event.timeStamp);
            else requestAnimationFrame(checkShown);
          };
          if (['Alt', 'Shift', 'Control'].includes(event.key)) return;
          listening.abort();
          requestAnimationFrame(checkShown);
        },
        { capture: true, signal: listening.signal },
      );
      Reflect.set(window, 'screenTook', 0);
    }, name === 'outbox');
    await page.keyboard.press(keys);
    await page.waitForFunction(() => (Reflect.get(window, 'screenTook') as number) > 0);
    const tookMs = await page.evaluate(() => Reflect.get(window, 'screenTook') as number);
    if (tookMs > slowest.tookMs) slowest = { name, tookMs };
  }
  return slowest;
}
