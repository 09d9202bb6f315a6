import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** A test file that failed in one project of its runner. */
export interface FailedFile {
  /** empty if the runner's configuration has no projects */
  project: string;
  /** absolute */
  path: string;
  /** the name of the first failed test, and its error */
  failure: string;
}

/** Failures of one run of Vitest or Playwright. */
export interface FailedRun {
  files: FailedFile[];
  /** errors outside the tests of any file */
  otherErrors: string[];
}

/** The environment variable with the path to which reporters write a `FailedRun` as JSON. */
export const reportVariable = 'PARCEL_DESK_FAILED_RUN';

export function writeFailedRun(run: FailedRun): void {
  const path = process.env[reportVariable];
  if (path === undefined) throw new Error(`${reportVariable} names no file to write to.`);
  writeFileSync(path, JSON.stringify(run));
}

export const describeFailure = (test: string, error: string | undefined): string =>
  stripVTControlCharacters(`${test}\n${error ?? 'no error was reported'}`);
