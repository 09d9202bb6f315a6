import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const bareLimit = /LIMIT\s+([?@:]|\$[a-z])/;

describe('what a statement is given', () => {
  it('is never a bare limit: SQLite plans such a statement anew at each question', () => {
    const files = globSync('electron/**/*.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => bareLimit.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
