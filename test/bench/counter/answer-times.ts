import type { Page } from 'playwright';

/** Measures from the press that saves to the first frame that says what came of it (ms); call the answer after the press. */
export async function savesTimed(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = { pressed: 0, said: 0, answers: '' };
    Reflect.set(window, 'saveSeen', seen);
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Enter' || !event.ctrlKey) return;
        // a problem told before is no answer
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
  settings: 'Alt+5',
  'label-order': 'F2',
  'box-order': 'Alt+Shift+Digit3',
  'batch-outbound-order': 'Alt+Shift+Digit6',
  meter: 'Alt+Shift+KeyR',
};

/** From the key that goes to a screen to the frame that shows its heading, the slowest of them (ms). */
export async function screensTimed(page: Page): Promise<{ name: string; most: number }> {
  let slowest = { name: '', most: 0 };
  for (const [name, keys] of Object.entries(screens)) {
    await page.evaluate(() => {
      const heading = () => document.querySelector('main :is(h1, h2)');
      const before = heading();
      const text = before?.textContent;
      document.addEventListener(
        'keydown',
        (event) => {
          const look = () => {
            const now = heading();
            if (now && (now !== before || now.textContent !== text))
              Reflect.set(window, 'screenTook', performance.now() - event.timeStamp);
            else requestAnimationFrame(look);
          };
          if (!['Alt', 'Shift', 'Control'].includes(event.key)) requestAnimationFrame(look);
        },
        { capture: true },
      );
      Reflect.set(window, 'screenTook', 0);
    });
    await page.keyboard.press(keys);
    await page.waitForFunction(() => (Reflect.get(window, 'screenTook') as number) > 0);
    const took = await page.evaluate(() => Reflect.get(window, 'screenTook') as number);
    if (took > slowest.most) slowest = { name, most: took };
  }
  return slowest;
}
