import { describeFailure, writeFailedRun, type FailedFile } from './failed-files.ts';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';

const textOf = (error: TestError): string => error.stack ?? error.message ?? String(error.value);

/** The file from which Playwright loads a test, even if a function in another file defines it. */
function specFile(test: TestCase): string {
  let suite: Suite | undefined = test.parent;
  while (suite && suite.type !== 'file') suite = suite.parent;
  return suite?.location?.file ?? test.location.file;
}

/** A Playwright reporter that records which files failed. */
export default class PlaywrightFailures implements Reporter {
  #tests: TestCase[] = [];
  readonly #otherErrors: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(error: TestError): void {
    this.#otherErrors.push(textOf(error));
  }

  onEnd(): void {
    const files = new Map<string, FailedFile>();
    for (const test of this.#tests.filter((one) => one.outcome() === 'unexpected')) {
      const project = test.parent.project()?.name ?? '';
      const path = specFile(test);
      const key = `${project}\0${path}`;
      if (files.has(key)) continue;
      const [error] = test.results.flatMap((result) => result.errors);
      files.set(key, { project, path, failure: describeFailure(test.title, error && textOf(error)) });
    }
    writeFailedRun({ files: [...files.values()], otherErrors: this.#otherErrors });
  }

  printsToStdio(): boolean {
    return false;
  }
}
