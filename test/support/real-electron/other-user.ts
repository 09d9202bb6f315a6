/** The system user `nobody`. */
const nobody = 65_534;

/** The user that runs Electron in tests; null: the current one. Chromium's sandbox refuses to run as root. */
export const electronUser = (): number | null => (process.getuid?.() === 0 ? nobody : null);

/** Command prefix that drops root. */
export function asOtherUser(): string[] {
  const user = electronUser();
  return user === null ? [] : ['setpriv', `--reuid=${String(user)}`, `--regid=${String(user)}`, '--clear-groups', '--'];
}
