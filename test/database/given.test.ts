import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const bareLimit = /LIMIT\s+([?@:]|\$[a-z])/;

describe('a parameter of a statement', () => {
  it('is never a bare LIMIT: SQLite would plan the statement again on each run', () => {
    const files = globSync('electron/**/*.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter((file) => bareLimit.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
