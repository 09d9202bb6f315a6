import type { Sqlite } from '../database/open-sqlite.ts';
import { openGenerations, type Generations, type GenerationsHost } from './generations.ts';
import { identify, lastStep } from './identity.ts';
import { knownTargets } from './known-targets.ts';

export interface RegisterOptions extends Omit<GenerationsHost, 'identity' | 'step'> {
  newId: () => string;
}

export interface OpenRegister {
  generations: Generations;
  /** targets that a person on this machine has sent a secret to for this desk */
  targets: { knows: (target: string) => boolean; learn: (target: string) => void };
}

/**
 * The machine's register of one data folder. A folder without identity, on a disk that cannot be written, counts as
 * unknown.
 */
export function openRegister(db: Sqlite, options: RegisterOptions): OpenRegister {
  const known = knownTargets(options.machine);
  try {
    const identity = identify(db, options.newId);
    return {
      generations: openGenerations({ ...options, identity, step: () => lastStep(db) }),
      targets: {
        knows: (target) => known.knows(identity.desk, target),
        learn: (target) => known.learn(identity.desk, target),
      },
    };
  } catch {
    options.onTrouble({ folder: options.folder });
    return {
      generations: { ready: Promise.resolve(), superseded: () => null, close: () => undefined },
      targets: { knows: () => false, learn: () => undefined },
    };
  }
}
