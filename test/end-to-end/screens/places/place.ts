import type { Screen } from '../../../../renderer/state/screens.ts';
import type { Page } from '@playwright/test';

/** One state of a screen that is checked. */
export interface Place {
  name: string;
  screen: Screen;
  /** the component whose dialog is open; undefined: no dialog is */
  dialog?: string;
  /** Goes there from the previous place, whose dialog is closed by then; resolves once the place is drawn. */
  go: (page: Page) => Promise<unknown>;
}

/** Places that are visited in this order. */
export interface Area {
  name: string;
  /** fills the desk before the first place */
  fill?: (page: Page) => Promise<void>;
  places: readonly Place[];
}
