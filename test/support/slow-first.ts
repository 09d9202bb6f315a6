import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Paths of tests that start programs or browsers, slowest first. */
const slow = [
  '/command-line/deliver',
  'many-scans',
  'scans-on-',
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

/**
 * Order of the projects. A worker keeps its modules loaded for the next file of the same project and is replaced for
 * another project. Screens come last, when the journeys, which start browsers as well, have finished.
 */
const projects = ['parts', 'proof', 'pure parts', 'screens', 'sweeps'];

/**
 * On a machine without recorded durations, starts the slow files of a project first, so that no single worker is left
 * with one at the end.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project: { name } }: TestSpecification): number => {
      const at = projects.indexOf(name);
      if (at < 0) throw new Error(`The project ${name} has no turn among the others.`);
      return at;
    };
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slow.findIndex((part) => moduleId.includes(part));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => turn(one) - turn(other) || rank(one) - rank(other));
  }
}
