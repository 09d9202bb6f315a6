import { between, drawings, layers, page, parts, readParts } from './draw-architecture.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('the architecture page', () => {
  it.each(Object.entries(drawings))('shows the imports that the code has: %s', (name, drawn) => {
    const [, , shown] = between(name).exec(readFileSync(join(root, page), 'utf8')) ?? [];
    expect(shown).toBe(drawn(root));
  });

  it('has a part for every file', () => expect(readParts(root, parts).homeless).toEqual([]));

  it('has a layer for every file of the renderer, except the one that starts the page', () => {
    const ofRenderer = readParts(root, layers).homeless.filter((path) => path.startsWith('renderer/'));
    expect(ofRenderer).toEqual(['renderer/main.ts']);
  });
});
