import type { Output, ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { LogRecord } from '../../platform/log/log-record.ts';
import { maxRecords, supportFile, type SupportSources } from '../../platform/log/support-file.ts';
import { privateFileMode } from '../../platform/private-files.ts';
import { storeDownload } from '../calls/downloads.ts';
import type { ScreenDesk } from '../calls/screen-desk.ts';
import { writeFile } from 'node:fs/promises';

export interface SupportFileHost {
  program: SupportSources['program'];
  now: () => number;
  /** the newest records of the host's log, at most `most` */
  log: (maxCount: number) => Promise<LogRecord[]>;
  /** data folder for files made for a person */
  folder: () => string | undefined;
}

/**
 * The support file of a desk with screens. Parts that do not answer are left out, since it is needed most when
 * something is wrong.
 */
export function supportFileHandlers(
  { call }: Pick<ScreenDesk, 'call'>,
  host: SupportFileHost,
): Pick<Handlers<'desk'>, 'support.file'> {
  async function valueOrNull<N extends ProcedureName>(name: N): Promise<Output<N> | null> {
    const result = await call(name, {});
    return result.ok ? (result.value as Output<N>) : null;
  }
  return {
    async 'support.file'() {
      const madeAt = host.now();
      const [state, sync, backups, facts, log] = await Promise.all([
        valueOrNull('desk.state'),
        valueOrNull('sync.status'),
        valueOrNull('backup.state'),
        valueOrNull('support.facts'),
        host.log(maxRecords),
      ]);
      const text = supportFile({ madeAt, program: host.program, state, sync, backups, facts, log });
      const folder = host.folder();
      const name = `parcel-desk-support-${new Date(madeAt).toISOString().slice(0, 10)}.json`;
      const fileInfo = { name, mediaType: 'application/json' };
      const file =
        folder === undefined
          ? null
          : await storeDownload(folder, fileInfo, madeAt, (path) =>
              writeFile(path, text, { mode: privateFileMode }),
            ).catch(() => null);
      return { file, text };
    },
  };
}
