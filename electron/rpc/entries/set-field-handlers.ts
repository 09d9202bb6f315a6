import { problem } from '../../../shared/contract/problem.ts';
import { readJsonPath } from '../../../shared/path/path.ts';
import { setFieldVerb } from '../../outbox/set-field.ts';
import type { Handlers } from '../transport/answer.ts';
import { publishChanges, type DeskContext } from '../desk-context.ts';

/** Entries prepared between two yields: about 4 ms of work. */
const preparedPerTurn = 10;

/** Sets one field of many entries together. `yieldToEventLoop` lets pending calls run first. */
export function setFieldHandlers(
  context: DeskContext,
  yieldToEventLoop: () => Promise<void>,
): Pick<Handlers<'desk'>, 'entries.setField'> {
  const verb = setFieldVerb(context.db, context.outbox);
  return {
    async 'entries.setField'({ commandId, ids, operator, path, value }) {
      const way = readJsonPath(path);
      if (way === null) throw problem('invalid', `${path} names no field; write it as $.Package.Weight.`);
      const prepared = [];
      for (const [index, id] of [...new Set(ids)].entries()) {
        if (index > 0 && index % preparedPerTurn === 0) await yieldToEventLoop();
        prepared.push(verb.prepare(id, way, value, context.settings.get()));
      }
      const saved: string[] = [];
      const answer = verb.apply(commandId, prepared, operator, ({ id }) => saved.push(id));
      publishChanges(context, saved);
      return answer;
    },
  };
}
