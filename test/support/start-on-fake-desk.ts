import { actions } from '../../renderer/keys/actions.svelte.ts';
import { rowOf } from '../../renderer/keys/key-table.ts';
import { screens } from '../../renderer/state/screens.ts';
import { fakeDesk } from './fake-desk.ts';

// Runs in the page, where Electron's preload would provide the desk.
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
  const meant = actions.available.flatMap((act) => rowOf(act).keys.map((key) => ({ key, act })));
  return [...Map.groupBy(meant, ({ key }) => key)].flatMap(([key, acts]) =>
    acts.length > 1 ? [`${key}: ${acts.map(({ act }) => act).join(', ')}`] : [],
  );
};
// The page of all parts is shown in place of the screens.
await (search.get('page') === 'design'
  ? import('../renderer/in-browser/design/show-design.ts')
  : import('../../renderer/main.ts'));
