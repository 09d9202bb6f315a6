/**
 * What Chromium is started with where many pages are opened for a short time. Their scripts are gone before V8's other threads, which make
 * them quicker, have earned what they cost: a sixth of a page's processor time. So are they before its optimizing compilers have: what those
 * made for one page is thrown away at the next, one function after another, which is a twelfth.
 */
export const chromiumWords: readonly string[] = ['--js-flags=--single-threaded --no-opt --no-maglev'];
