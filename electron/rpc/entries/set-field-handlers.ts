import { problem } from '../../../shared/contract/problem.ts';
import { readJsonPath } from '../../../shared/path/path.ts';
import { setFieldVerb } from '../../outbox/set-field.ts';
import type { Handlers } from '../transport/answer.ts';
import { afterActs, type DeskContext } from '../desk-context.ts';

/** Entries prepared between two yields: about 4 ms of work. */
const atOnce = 10;

/** Sets one field of many entries together. `yieldToEventLoop` lets pending calls run first. */
export function setFieldHandlers(
  parts: DeskContext,
  yieldToEventLoop: () => Promise<void>,
): Pick<Handlers<'desk'>, 'entries.setField'> {
  const verb = setFieldVerb(parts.db, parts.outbox);
  return {
    async 'entries.setField'({ commandId, ids, operator, path, value }) {
      const way = readJsonPath(path);
      if (way === null) throw problem('invalid', `${path} names no field; write it as $.Package.Weight.`);
      const prepared = [];
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (index > 0 && index % atOnce === 0) await yieldToEventLoop();
        prepared.push(verb.prepare(id, way, value, parts.settings.get()));
      }
      const saved: string[] = [];
      const answer = verb.apply(commandId, prepared, operator, ({ id }) => saved.push(id));
      afterActs(parts, saved);
      return answer;
    },
  };
}
