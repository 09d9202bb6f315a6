import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Paths of tests that start programs or browsers, slowest first. */
const slowPaths = [
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
 * Starts the slow files of each project first, for machines without recorded durations, so that no worker has a slow
 * file left at the end.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projectIndex = ({ project: { name } }: TestSpecification): number => {
      const index = projects.indexOf(name);
      if (index < 0) throw new Error(`The project ${name} has no turn among the others.`);
      return index;
    };
    const slowRank = ({ moduleId }: TestSpecification): number => {
      const index = slowPaths.findIndex((part) => moduleId.includes(part));
      return index < 0 ? slowPaths.length : index;
    };
    return (await super.sort(files)).toSorted(
      (first, second) => projectIndex(first) - projectIndex(second) || slowRank(first) - slowRank(second),
    );
  }
}
