import { readFileSync } from 'node:fs';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SupportSources } from '../support/support-file.ts';

interface Described {
  version: string;
  /** only of a package that tests drive; see docs/packaging.md */
  mayBeDebugged?: boolean;
}

/** This program's own version, and whether its package says that it may be debugged. */
export const { version, mayBeDebugged = false } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as Described;

/** The program and what it runs on, as those who help are told. */
export function programOf(host: DeskState['host']): SupportSources['program'] {
  const { node, electron = null } = process.versions as NodeJS.ProcessVersions & { electron?: string };
  return { version, host, node, electron, platform: process.platform, arch: process.arch };
}
