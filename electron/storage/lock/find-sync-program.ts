import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, relative, sep } from 'node:path';
import { z } from 'zod';

export interface Environment {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/** Folder names that sync programs use, as one segment of a path. */
const syncFolderNames: readonly (readonly [RegExp, string])[] = [
  [/^OneDrive(?: ?- ?.+)?$/i, 'OneDrive'],
  [/^Dropbox(?: ?\(.+\))?$/i, 'Dropbox'],
  [/^(?:iCloud ?Drive|Mobile Documents|com~apple~CloudDocs)$/i, 'iCloud Drive'],
  [/^Google ?Drive(?:-.+)?$/i, 'Google Drive'],
];

/** Environment variables in which OneDrive publishes its folders. */
const oneDriveVariables = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/** The file in which Dropbox lists its folders. */
const dropboxSchema = z.record(z.string(), z.object({ path: z.string() }));

/**
 * Finds the program that syncs a folder to other machines: OneDrive, Dropbox, iCloud Drive, Google Drive, or another
 * one that macOS lists; null if none is known. Detected by environment variables, Dropbox's own list and folder names.
 */
export function findSyncProgram(
  folder: string,
  { env, home }: Environment = { env: process.env, home: homedir() },
): string | null {
  const paths = [folder, resolveRealPath(folder)];
  const isInside = (outerFolder: string | undefined): boolean =>
    outerFolder !== undefined && isAbsolute(outerFolder) && paths.some((path) => isWithin(path, outerFolder));
  if (oneDriveVariables.some((name) => isInside(env[name]))) return 'OneDrive';
  if (readDropboxFolders(env, home).some(isInside)) return 'Dropbox';
  // the drive that Google Drive creates on Windows
  if (paths.some((path) => existsSync(join(parse(path).root, '.shortcut-targets-by-id')))) return 'Google Drive';
  for (const path of paths) {
    const names = path.split(sep);
    const programName = names.flatMap((name) => syncFolderNames.find(([pattern]) => pattern.test(name))?.[1] ?? [])[0];
    if (programName) return programName;
    // macOS: the folder is named after the program, followed by the account
    const cloudIndex = names.indexOf('CloudStorage');
    const program = cloudIndex > 0 && names[cloudIndex - 1] === 'Library' ? names[cloudIndex + 1] : undefined;
    if (program !== undefined) return program.split('-')[0] ?? program;
  }
  return null;
}

function readDropboxFolders(env: Environment['env'], home: string): string[] {
  const folders = [
    join(home, '.dropbox'),
    ...[env['APPDATA'], env['LOCALAPPDATA']].flatMap((one) => (one ? [join(one, 'Dropbox')] : [])),
  ];
  return folders.flatMap((folder) => {
    try {
      const dropboxInfo = dropboxSchema.parse(JSON.parse(readFileSync(join(folder, 'info.json'), 'utf8')));
      return Object.values(dropboxInfo).map(({ path }) => path);
    } catch {
      // not installed, or an unknown format
      return [];
    }
  });
}

function isWithin(path: string, outerFolder: string): boolean {
  const relativePath = relative(outerFolder, path);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

function resolveRealPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
