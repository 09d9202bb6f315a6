import { statSync } from 'node:fs';

/**
 * Identifies the file at a path, as long as it stays on one disk; null if there is none or it cannot be read. Takes
 * some µs.
 */
export function fileIdentity(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}
