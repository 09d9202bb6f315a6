import { afterAll, beforeAll, describe, it } from 'vitest';
import { createKinds } from '../../../renderer/forms/create-kinds.ts';
import { screens as allScreens } from '../../../renderer/state/screens.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scanThousand } from '../../support/thousand-scans.ts';

const others = allScreens.filter((screen) => !createKinds.some((kind) => kind === screen));

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

describe('a thousand scans, every second through an input method, mixed with typing: none lands, none submits, none is lost', () => {
  it.each(others)('on the screen %s', { timeout: 240_000 }, (screen) => scanThousand(screens, screen));
});
