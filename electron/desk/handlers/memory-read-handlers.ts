import { addressFinder } from '../../memory/address-book.ts';
import { changingFields } from '../../memory/changing-fields.ts';
import { goodsFinder } from '../../memory/goods-memory.ts';
import { scanFinder } from '../../memory/scan-finder.ts';
import { templateReader } from '../../memory/templates.ts';
import { listCounter, listFinder } from '../../memory/type-ahead.ts';
import { actionLogReader } from '../../operators/action-log.ts';
import {
  exportOperators,
  isGuardedApart,
  operatorNamed,
  operatorReader,
  permitAmong,
} from '../../operators/operators.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

type Names =
  | 'addresses.find'
  | 'goods.find'
  | 'goods.of'
  | 'entries.last'
  | 'entries.changing'
  | 'lists.find'
  | 'lists.counts'
  | 'templates.list'
  | 'operators.list'
  | 'operators.hand'
  | 'operators.apart'
  | 'operators.permit'
  | 'rights.log'
  | 'scan.find';

/** Read procedures of the desk's memories. */
export function memoryReadHandlers(
  db: Sqlite,
): Pick<Handlers<'reader'>, Names> & Pick<Handlers<'desk'>, 'operators.named'> {
  const addresses = addressFinder(db);
  const goods = goodsFinder(db);
  const templates = templateReader(db);
  const changing = changingFields(db);
  const find = listFinder(db);
  const count = listCounter(db);
  const operators = operatorReader(db);
  const hand = exportOperators(db);
  const acts = actionLogReader(db);
  const meaning = scanFinder(db);
  return {
    'addresses.find': ({ text, limit }) => ({ addresses: addresses(text, limit) }),
    'goods.find': ({ text, limit }) => ({ goods: goods.find(text, limit) }),
    'goods.of': (by) => ({
      goods: 'Sku' in by ? goods.of('Sku', by.Sku) : goods.of('DeclareNameEn', by.DeclareNameEn),
    }),
    'entries.last': ({ endpoint, operator }) => ({ last: templates.last(endpoint, operator) }),
    'entries.changing': ({ endpoint, operator }) => ({ fields: changing(endpoint, operator) }),
    'lists.find': ({ list, text, limit, language }) => ({ items: find(list, text, limit, language) }),
    'lists.counts': () => ({ counts: count() }),
    'templates.list': ({ endpoint }) => ({ templates: templates.list(endpoint) }),
    'operators.hand': hand,
    'operators.apart': ({ from }) => ({ apart: isGuardedApart(hand(), from) }),
    'operators.permit': async ({ right, approval }) => ({ name: await permitAmong(hand().operators, right, approval) }),
    'operators.named': ({ code, of }) => operatorNamed(hand().operators, code, of),
    'operators.list': () => ({ operators: operators() }),
    'rights.log': acts,
    'scan.find': ({ text }) => meaning(text),
  };
}
