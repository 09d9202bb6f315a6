import { addressFinder } from '../../memory/address-book.ts';
import { changingFields } from '../../memory/changing-fields.ts';
import { goodsFinder } from '../../memory/goods-memory.ts';
import { scanFinder } from '../../memory/scan-finder.ts';
import { templateReader } from '../../memory/templates.ts';
import { listCounter, listFinder } from '../../memory/type-ahead.ts';
import { actionLogReader } from '../../operators/action-log.ts';
import {
  exportOperators,
  hasOtherGuard,
  operatorNameOf,
  operatorReader,
  verifyApproval,
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
  const findAddresses = addressFinder(db);
  const goods = goodsFinder(db);
  const templates = templateReader(db);
  const findChangingFields = changingFields(db);
  const findListItems = listFinder(db);
  const countLists = listCounter(db);
  const listOperators = operatorReader(db);
  const exportTransfer = exportOperators(db);
  const readActionLog = actionLogReader(db);
  const findScanned = scanFinder(db);
  return {
    'addresses.find': ({ text, limit }) => ({ addresses: findAddresses(text, limit) }),
    'goods.find': ({ text, limit }) => ({ goods: goods.find(text, limit) }),
    'goods.of': (query) => ({
      goods: 'Sku' in query ? goods.findOne('Sku', query.Sku) : goods.findOne('DeclareNameEn', query.DeclareNameEn),
    }),
    'entries.last': ({ endpoint, operator }) => ({ last: templates.last(endpoint, operator) }),
    'entries.changing': ({ endpoint, operator }) => ({ fields: findChangingFields(endpoint, operator) }),
    'lists.find': ({ list, text, limit, language }) => ({ items: findListItems(list, text, limit, language) }),
    'lists.counts': () => ({ counts: countLists() }),
    'templates.list': ({ endpoint }) => ({ templates: templates.list(endpoint) }),
    'operators.hand': exportTransfer,
    'operators.apart': ({ from }) => ({ apart: hasOtherGuard(exportTransfer(), from) }),
    'operators.permit': async ({ right, approval }) => ({
      name: await verifyApproval(exportTransfer().operators, right, approval),
    }),
    'operators.named': ({ code, of }) => operatorNameOf(exportTransfer().operators, code, of),
    'operators.list': () => ({ operators: listOperators() }),
    'rights.log': readActionLog,
    'scan.find': ({ text }) => findScanned(text),
  };
}
