import { createKinds, type CreateKind } from '../../../../shared/creates/create-kinds.ts';
import type { Area, Place } from './place.ts';
import { at, inForm } from './ways.ts';
import type { Page } from '@playwright/test';

/** Each form as it opens, and with everything unfolded, every choice made, one more line, and all problems shown. */
const placesOf = (kind: CreateKind): Place[] => [
  {
    name: kind,
    screen: kind,
    async go(page) {
      await at(page, '#/new');
      // so that the next focused field belongs to this form and not to the previous one
      await page.locator('main form').waitFor({ state: 'detached' });
      await at(page, `#/${kind}`);
      await inForm(page);
    },
  },
  { name: `${kind}, unfolded, with its problems`, screen: kind, go: unfoldWrong },
];

async function unfoldWrong(page: Page): Promise<void> {
  await page.keyboard.press('Alt+f');
  for (const question of await page.locator('form fieldset:has(input[type=radio])').all()) {
    await question.locator('input[type=radio]').last().check();
  }
  await page.locator('form input[type=text]').first().fill('a b');
  for (const keys of ['Alt+i', 'Alt+Enter', 'Control+Enter']) await page.keyboard.press(keys);
  await page.locator('[aria-invalid=true]').first().waitFor();
}

/** All nine creates, empty and with everything they can contain. */
export const forms: Area = { name: 'forms', places: createKinds.flatMap(placesOf) };
