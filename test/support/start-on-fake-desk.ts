import { actions } from '../../renderer/keys/actions.svelte.ts';
import { keyRowOf } from '../../renderer/keys/key-table.ts';
import { screens } from '../../renderer/state/screens.ts';
import { fakeDesk } from './fake-desk.ts';

// Runs in the page in place of Electron's preload, which provides the real desk.
const page = globalThis as unknown as {
  location: { search: string };
  parcelDesk: unknown;
  fake: unknown;
  screens: unknown;
  offered: unknown;
  keysMeantTwice: unknown;
};
const search = new URLSearchParams(page.location.search);
const entries = Number(search.get('entries') ?? 200);
const desk = fakeDesk(entries, Date.now());
page.parcelDesk = desk;
page.fake = desk;
page.screens = screens;
page.offered = () => actions.available;
page.keysMeantTwice = () => {
  const shortcuts = actions.available.flatMap((action) => keyRowOf(action).keys.map((key) => ({ key, act: action })));
  return [...Map.groupBy(shortcuts, ({ key }) => key)].flatMap(([key, sameKeyActions]) =>
    sameKeyActions.length > 1 ? [`${key}: ${sameKeyActions.map(({ act: action }) => action).join(', ')}`] : [],
  );
};
// The address selects the page of all interface parts or the screens.
await (search.get('page') === 'design'
  ? import('../renderer/in-browser/design/show-design.ts')
  : import('../../renderer/main.ts'));
