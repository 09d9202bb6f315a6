/** The user whom systems have for what should own nothing. */
const nobody = 65_534;

/** The user that runs Electron in the tests; null: the one who runs the tests. Chromium's sandbox refuses to be root. */
export const electronUser = (): number | null => (process.getuid?.() === 0 ? nobody : null);

/** What a command begins with, so that root does not run it. */
export function asOtherUser(): string[] {
  const user = electronUser();
  return user === null ? [] : ['setpriv', `--reuid=${String(user)}`, `--regid=${String(user)}`, '--clear-groups', '--'];
}
