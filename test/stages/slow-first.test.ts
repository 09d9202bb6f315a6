import { SlowFirst } from '../support/slow-first.ts';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';

const spec = (name: string, moduleId: string) =>
  ({ moduleId, project: { name, config: { isolate: false, sequence: { groupOrder: 0 } } } }) as TestSpecification;
const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 0 }) };

it('files of a project run one after another, because a worker is replaced for another project, and its slow files come first', async () => {
  const files = [
    spec('screens', '/test/renderer/in-browser/focus.test.ts'),
    spec('pure parts', '/test/text/plain.test.ts'),
    spec('parts', '/test/rights/rights.test.ts'),
    spec('pure parts', '/test/hosts/command-line/deliver.test.ts'),
    spec('screens', '/test/renderer/in-browser/many-scans.test.ts'),
    spec('parts', '/test/workspaces/torn-off.test.ts'),
  ];
  const sorted = await new SlowFirst({ cache } as unknown as Vitest).sort(files);
  expect(sorted.map(({ project, moduleId }) => `${project.name} ${moduleId.split('/').at(-1)}`)).toEqual([
    'parts torn-off.test.ts',
    'parts rights.test.ts',
    'pure parts deliver.test.ts',
    'pure parts plain.test.ts',
    'screens many-scans.test.ts',
    'screens focus.test.ts',
  ]);
});

it('a project without a position is an error', async () => {
  const files = ['parts', 'new ones'].map((name) => spec(name, '/test/rights/rights.test.ts'));
  await expect(new SlowFirst({ cache } as unknown as Vitest).sort(files)).rejects.toThrow('new ones');
});
