/** The system user `nobody`. */
const nobodyUid = 65_534;

/** The user that runs Electron in tests; null: the current one. Chromium's sandbox refuses to run as root. */
export const electronUser = (): number | null => (process.getuid?.() === 0 ? nobodyUid : null);

/** Command prefix that drops root. */
export function dropRootCommand(): string[] {
  const uid = electronUser();
  return uid === null ? [] : ['setpriv', `--reuid=${String(uid)}`, `--regid=${String(uid)}`, '--clear-groups', '--'];
}
