import { problem } from '../../shared/contract/problem.ts';

/** Services a person of this machine has named. */
export interface NamedServices {
  knows: (target: string) => boolean;
  learn: (target: string) => void;
}

/**
 * A folder that came from elsewhere brings its service along: a secret goes there only where a person of this machine has typed it, or
 * has read it and says so (`confirmed`). Throws ProblemError `target-unknown`.
 */
export function refuseUnnamed(named: NamedServices, target: string, confirmed: boolean): void {
  if (confirmed) named.learn(target);
  else if (!named.knows(target))
    throw problem(
      'target-unknown',
      `This folder brought its service ${target} along, and nobody of this machine has named it. The secret was not kept.`,
      { bound: target },
    );
}
