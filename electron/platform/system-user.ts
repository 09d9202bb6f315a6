import { userInfo } from 'node:os';

/** The system's user name, recorded in the log of actions. */
export function systemUser(): string {
  try {
    return userInfo().username.slice(0, 100);
  } catch {
    // an account without a name, as in a container
    return String(process.getuid?.() ?? '');
  }
}
