import { screens } from '../../renderer/state/screens.ts';
import { fakeDesk } from './fake-desk.ts';

// runs in the page, where the preload of Electron would have put the desk
const page = globalThis as unknown as {
  location: { search: string };
  parcelDesk: unknown;
  fake: unknown;
  screens: unknown;
};
const entries = Number(new URLSearchParams(page.location.search).get('entries') ?? 200);
const desk = fakeDesk(entries, Date.now());
page.parcelDesk = desk;
page.fake = desk;
page.screens = screens;
await import('../../renderer/main.ts');
