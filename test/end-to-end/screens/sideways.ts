import type { Page } from '@playwright/test';

/** Horizontal overflow of the page, its main part and a dialog, in px, and the elements that cause it. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const over = (element: Element | null) => (element ? element.scrollWidth - element.clientWidth : 0);
    const page = over(document.scrollingElement);
    const main = document.querySelector('main');
    const end = main && over(main) > 0 ? main.getBoundingClientRect().right : innerWidth;
    const wide =
      page === 0 && end === innerWidth
        ? []
        : [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > end + 1);
    return {
      page,
      main: over(main),
      dialog: over(document.querySelector('dialog[open]')),
      wide: wide.map((one) => one.className),
    };
  });

export const nothingSideways = { page: 0, main: 0, dialog: 0, wide: [] };
