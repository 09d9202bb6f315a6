import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A test file that failed in a project of its runner. */
export interface FailedFile {
  /** empty where the runner's configuration has no projects */
  project: string;
  /** absolute */
  path: string;
  /** The name of the first test that failed, and its error. */
  failure: string;
}

/** What failed in one run of Vitest or Playwright. */
export interface FailedRun {
  files: FailedFile[];
  /** Errors that the runner met outside the tests of any file. */
  otherErrors: string[];
}

/** The environment variable that names the file to which the reporters write a `FailedRun` as JSON. */
export const reportVariable = 'PARCEL_DESK_FAILED_RUN';

export function writeFailedRun(run: FailedRun): void {
  const path = process.env[reportVariable];
  if (path === undefined) throw new Error(`${reportVariable} names no file to write to.`);
  writeFileSync(path, JSON.stringify(run));
}

export const describeFailure = (test: string, error: string | undefined): string =>
  stripVTControlCharacters(`${test}\n${error ?? 'no error was reported'}`);
