import { problem } from '../../shared/contract/problem.ts';

/** Services that a person of this machine has entered or confirmed. */
export interface TrustedTargets {
  knows: (target: string) => boolean;
  learn: (target: string) => void;
}

/**
 * A folder from elsewhere brings its service along: a secret goes there only if a person of this machine has entered
 * that service, or has read and confirmed it (`confirmed`). Throws ProblemError `target-unknown`.
 */
export function requireTrustedTarget(trusted: TrustedTargets, target: string, confirmed: boolean): void {
  if (confirmed) trusted.learn(target);
  else if (!trusted.knows(target))
    throw problem(
      'target-unknown',
      `This folder brought its service ${target} along, and nobody of this machine has named it. The secret was not kept.`,
      { bound: target },
    );
}
