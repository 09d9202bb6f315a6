/**
 * Flags for a Chromium that opens many pages for a short time. V8's background threads do not pay off before such a
 * page closes; they cost a sixth of its processor time. Neither does the optimizing compiler, whose code for one page
 * is discarded, function by function, on the next; it costs a twelfth.
 */
export const shortLived: readonly string[] = ['--js-flags=--single-threaded --no-opt --no-maglev'];

/**
 * Leaves no memory for a single tile of pixels: layout, hit testing and frames work as usual, but pages are blank,
 * which saves a quarter of a page's processor time. Appearance is checked by `test/pictures`, which starts Chromium
 * without this flag, as do tests that are asked for pictures.
 */
const noPixels = '--force-gpu-mem-available-mb=1';

const asksForPictures = ['PRINT_PICTURES', 'SHOTS'].some((name) => process.env[name]);

/** The same flags for tests that check what pages contain and where, but not how they look. */
export const chromiumWords: readonly string[] = [...shortLived, ...(asksForPictures ? [] : [noPixels])];
