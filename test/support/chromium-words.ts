/**
 * What Chromium is started with where many pages are opened for a short time. Their scripts are gone before V8's other threads, which make
 * them quicker, have earned what they cost: a sixth of a page's processor time. So are they before its optimizing compilers have: what those
 * made for one page is thrown away at the next, one function after another, which is a twelfth.
 */
export const shortLived: readonly string[] = ['--js-flags=--single-threaded --no-opt --no-maglev'];

/**
 * Too little memory for a single tile of pixels: pages are laid out, hit and told of each frame as ever, and come out white, which is a quarter of
 * a page's processor time. How they look is seen by `test/pictures`, which starts Chromium without this, and by whoever asks a test for pictures.
 */
const noPixels = '--force-gpu-mem-available-mb=1';

const asksForPictures = ['PRINT_PICTURES', 'SHOTS'].some((name) => process.env[name]);

/** The same where nobody looks at the pages, but at what they hold and at where it lies. */
export const chromiumWords: readonly string[] = [...shortLived, ...(asksForPictures ? [] : [noPixels])];
