import { readFileSync } from 'node:fs';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SupportSources } from '../support/support-file.ts';

/** This program's own version. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The program and what it runs on, as those who help are told. */
export function programOf(host: DeskState['host']): SupportSources['program'] {
  const { node, electron = null } = process.versions as NodeJS.ProcessVersions & { electron?: string };
  return { version, host, node, electron, platform: process.platform, arch: process.arch };
}
