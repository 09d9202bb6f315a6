import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawArchitecture, drawing, page, readParts } from './draw-architecture.ts';

const root = join(import.meta.dirname, '../..');

describe('the page of the architecture', () => {
  it('shows the code as it is', () => {
    const [, , shown = ''] =
      /(<!-- drawing -->\n\n)([\s\S]*?)\n\n<!-- end/.exec(readFileSync(join(root, page), 'utf8')) ?? [];
    expect(drawing.test(readFileSync(join(root, page), 'utf8'))).toBe(true);
    expect(shown).toBe(drawArchitecture(root));
  });

  it('has a place for every file', () => expect(readParts(root).homeless).toEqual([]));
});
