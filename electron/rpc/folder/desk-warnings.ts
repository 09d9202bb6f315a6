import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { warningCodes, type DeskState } from '../../../shared/contract/desk-state.ts';
import type { Handlers } from '../transport/answer.ts';

type Warning = DeskState['warnings'][number];

/** Warnings of a folder that do not stop delivery by themselves, with an event when one appears or disappears. */
export function deskWarnings(emit: (event: DeskEvent) => void) {
  const activeWarnings = new Map<Warning['code'], Warning>();
  const handlers: Pick<Handlers<'desk'>, 'desk.warnings'> = {
    'desk.warnings': () => ({
      warnings: warningCodes.flatMap((code) => activeWarnings.get(code) ?? []),
    }),
  };
  return {
    handlers,
    /** `params` null: the trouble is over */
    report(code: Warning['code'], params: Warning['params'] | null): void {
      if (JSON.stringify(params) === JSON.stringify(activeWarnings.get(code)?.params ?? null)) return;
      if (params === null) activeWarnings.delete(code);
      else activeWarnings.set(code, { code, params });
      emit({ kind: 'desk' });
    },
  };
}
