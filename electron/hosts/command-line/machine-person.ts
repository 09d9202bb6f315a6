import { userInfo } from 'node:os';

/** Who gives a command, as the system calls them: what stands in the log of acts. */
export function machinePerson(): string {
  try {
    return userInfo().username.slice(0, 100);
  } catch {
    // an account without a name, as in a container
    return String(process.getuid?.() ?? '');
  }
}
