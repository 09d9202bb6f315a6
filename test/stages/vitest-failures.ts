import { describeFailure, writeFailedRun } from './failed-files.ts';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const textOf = (error: { message: string; stack?: string | undefined }): string => error.stack ?? error.message;

function firstFailure(module: TestModule): string {
  const [test] = module.children.allTests('failed');
  if (test) {
    const [error] = test.result().errors ?? [];
    return describeFailure(test.fullName, error && textOf(error));
  }
  // The file cannot be loaded, or a hook failed.
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  return describeFailure('before or after its tests', errors[0] && textOf(errors[0]));
}

/** A Vitest reporter that records which files failed. */
export default class VitestFailures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    writeFailedRun({
      files: modules
        .filter((module) => !module.ok())
        .map((module) => ({
          project: module.project.name,
          path: module.moduleId,
          failure: firstFailure(module),
        })),
      otherErrors: unhandledErrors.map(textOf),
    });
  }
}
