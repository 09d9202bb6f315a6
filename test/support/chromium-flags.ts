/**
 * Flags for a Chromium that opens many short-lived pages. V8's background threads cost a sixth of a page's processor
 * time and do not pay off before the page closes. The optimizing compiler costs a twelfth, and the code that it
 * compiles for one page is discarded on the next.
 */
export const shortLivedFlags: readonly string[] = ['--js-flags=--single-threaded --no-opt --no-maglev'];

/**
 * Leaves no memory for a single tile of pixels: layout, hit testing and frames work as usual, but pages are blank,
 * which saves a quarter of a page's processor time. The tests in `test/pictures` check appearance and start Chromium
 * without this flag, and so do tests that are told to take pictures.
 */
const noPixelsFlag = '--force-gpu-mem-available-mb=1';

const takesPictures = ['PRINT_PICTURES', 'SHOTS'].some((name) => process.env[name]);

/** The flags for tests that check what pages contain and where, but not how it looks. */
export const chromiumFlags: readonly string[] = [...shortLivedFlags, ...(takesPictures ? [] : [noPixelsFlag])];
