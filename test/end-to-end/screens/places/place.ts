import type { Page } from '@playwright/test';
import type { Screen } from '../../../../renderer/state/screens.ts';

/** A screen as it looks at one step. */
export interface Place {
  name: string;
  screen: Screen;
  /** the component whose dialog is open there; none is elsewhere */
  dialog?: string;
  /** Goes there from the place before, whose dialog is closed by then. It is drawn when this resolves. */
  go: (page: Page) => Promise<unknown>;
}

/** Places one walks through in their order. */
export interface Area {
  name: string;
  /** what the desk gets before the first place */
  fill?: (page: Page) => Promise<void>;
  places: readonly Place[];
}
