import { describeService, servicePage } from './describe-service.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the service page describes all 20 endpoints as their contracts define them', () => {
  const page = readFileSync(join(import.meta.dirname, '../..', servicePage), 'utf8');
  expect(page).toBe(describeService());
  expect(page.match(/^## /gm)).toHaveLength(20);
});
