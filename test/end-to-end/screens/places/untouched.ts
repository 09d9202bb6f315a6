import { screens } from '../../../../renderer/state/screens.ts';
import { isCreateKind } from '../../../../shared/creates/create-kinds.ts';
import type { Area } from './place.ts';
import { at } from './ways.ts';

/** Every screen of an empty desk; forms have areas of their own. */
export const untouched: Area = {
  name: 'an empty desk',
  places: screens
    .filter((screen) => !isCreateKind(screen))
    .map((screen) => ({
      name: screen,
      screen,
      async go(page) {
        await at(page, `#/${screen}`);
        await page.waitForFunction(
          (name) => location.hash.startsWith(`#/${name}`) && document.querySelector('main h1') !== null,
          screen,
        );
      },
    })),
};
