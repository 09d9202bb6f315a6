import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { SupportFacts } from '../../../shared/contract/support-procedures.ts';
import type { State } from '../../../shared/outbox/states.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { VerifiedFolder } from '../../copies/verify/verify-folder.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { summarizeSettings } from '../../platform/log/support-file.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SupportHost {
  folder: string;
  settings: () => Settings;
  counts: () => Record<State, number>;
  target: () => Output<'target.get'>;
  /** number of the last migration */
  schemaVersion: () => number;
  /** verifies the folder outside this thread; rejects if the disk does not respond */
  verify: () => Promise<VerifiedFolder>;
}

/** A data folder's facts for support, while its owner keeps working. */
export function supportReadHandlers(host: SupportHost): Pick<Handlers<'reader'>, 'support.facts'> {
  const path = join(host.folder, deskFile);
  const sizeOf = (name: string): Promise<number> =>
    stat(name).then(
      ({ size }) => size,
      () => 0,
    );
  return {
    async 'support.facts'() {
      return {
        settings: summarizeSettings(host.settings()),
        entries: host.counts(),
        database: { bytes: await sizeOf(path), walBytes: await sizeOf(`${path}-wal`), version: host.schemaVersion() },
        target: targetKind(host.target()),
        check: await host.verify().then(summarizeCheck, () => null),
      };
    },
  };
}

function targetKind({ bound, unknown }: Output<'target.get'>): SupportFacts['target'] {
  if (bound) return bound.kind;
  return unknown ? 'unknown' : 'none';
}

const summarizeCheck = (verified: VerifiedFolder): SupportFacts['check'] => ({
  whole: verified.whole,
  entries: verified.entries,
  structure: verified.structure.length,
  damaged: verified.damages.length,
  uncovered: verified.uncovered,
  journalLines: verified.journal.lines,
  journalMissing: verified.journal.missing.length,
  journalDamaged: verified.journal.damagedLines,
});
