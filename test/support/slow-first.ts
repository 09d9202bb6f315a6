import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests start programs or browsers, the slowest first. */
const slow = [
  '/command-line/deliver',
  'many-scans',
  'in-browser/focus',
  'in-browser/screens',
  'in-browser/long-lists',
  '/simulation/',
  'up-and-down',
  'screens/hostile-inputs',
  'database/large',
  'start/from-sources',
  'renderer/bad-input',
  '/workspaces/',
  '/register/',
  '/command-line/',
  '/faults/',
  '/in-browser/',
  '/backup/',
  '/private-files/',
  '/golden/',
  '/packaging/',
  '/export/',
  '/lock/',
  '/compose/',
  '/import/',
  '/printed-page',
];

/** On a machine that has no times yet the slow files begin first, so that none is left over for one worker at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slow.findIndex((part) => moduleId.includes(part));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
