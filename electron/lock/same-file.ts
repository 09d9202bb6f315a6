import { statSync } from 'node:fs';

/** Which file lies at a path, as long as it lies on one disk; null for none, and where that cannot be told. Costs some µs. */
export function fileAt(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}
