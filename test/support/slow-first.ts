import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests start programs or browsers, the slowest first. */
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
 * Projects one after another: a worker goes on to a file of its own project with all modules loaded, and is ended before one of another.
 * Screens come last, when the journeys, which have their browsers too, are over.
 */
const projects = ['parts', 'proof', 'pure parts', 'screens', 'sweeps'];

/** On a machine that has no times yet the slow files of a project begin first, so that none is left over for one worker at the end. */
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
