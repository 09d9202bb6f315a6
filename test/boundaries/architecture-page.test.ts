import { drawArchitecture, drawing, page, readParts } from './draw-architecture.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('the architecture page', () => {
  it('shows the imports that the code has', () => {
    const [, , shown = ''] =
      /(<!-- drawing -->\n\n)([\s\S]*?)\n\n<!-- end/.exec(readFileSync(join(root, page), 'utf8')) ?? [];
    expect(drawing.test(readFileSync(join(root, page), 'utf8'))).toBe(true);
    expect(shown).toBe(drawArchitecture(root));
  });

  it('has a part for every file', () => expect(readParts(root).homeless).toEqual([]));
});
