import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SupportSources } from '../platform/log/support-file.ts';
import { readFileSync } from 'node:fs';

interface PackageInfo {
  version: string;
  /** true only in the package built for tests; see docs/packaging.md */
  mayBeDebugged?: boolean;
}

/** The program's version, and whether its package allows debugging. */
export const { version, mayBeDebugged = false } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as PackageInfo;

/** The program and its platform, for support. */
export function programInfo(host: DeskState['host']): SupportSources['program'] {
  const { node, electron = null } = process.versions as NodeJS.ProcessVersions & { electron?: string };
  return { version, host, node, electron, platform: process.platform, arch: process.arch };
}
