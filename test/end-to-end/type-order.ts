import type { Page } from '@playwright/test';

/** A text is typed and followed by Enter (`''`: Enter alone); `press` is a key; `to` first moves to a field by name. */
export type Step = string | { press: string } | { to: string; type: string } | { to: string; press: string };

/** Performs the steps by keyboard alone. */
export async function typeSteps(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'string') await typeText(page, step);
    else {
      if ('to' in step) await goToField(page, step.to);
      if ('type' in step) await typeText(page, step.type);
      else await page.keyboard.press(step.press);
    }
  }
}

async function typeText(page: Page, text: string): Promise<void> {
  if (text !== '') await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** Waits until a form has the focus and moves it to this field, usually the key, which the desk may have filled in. */
export async function beginIn(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await goToField(page, path);
}

async function goToField(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Control+g');
  await page.locator('dialog[open] input').waitFor();
  await page.keyboard.insertText(path);
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  const place = path.split(/\[\]/);
  await page.waitForFunction((pieces) => {
    const id = document.activeElement?.id.replace(/\[\d+\]/g, '[]') ?? '';
    return id === `field-${pieces.join('[]')}`;
  }, place);
}
