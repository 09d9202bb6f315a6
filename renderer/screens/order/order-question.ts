import type { LineToCopy } from '../../forms/line-doers.ts';

/** What a form asks in a dialog; of a line, how many more like it there are to be. */
export type OrderQuestion = 'clear' | 'field' | 'templates' | 'save-template' | { more: LineToCopy };
