import type { Catalogue } from './catalogue.ts';
import { acts } from './zh-CN/acts.ts';
import { address } from './zh-CN/address.ts';
import { banner } from './zh-CN/banner.ts';
import { close } from './zh-CN/close.ts';
import { creates } from './zh-CN/creates.ts';
import { damaged } from './zh-CN/damaged.ts';
import { drill } from './zh-CN/drill.ts';
import { filling } from './zh-CN/filling.ts';
import { find } from './zh-CN/find.ts';
import { form } from './zh-CN/form.ts';
import { frame } from './zh-CN/frame.ts';
import { handover } from './zh-CN/handover.ts';
import { imports } from './zh-CN/import.ts';
import { inventory } from './zh-CN/inventory.ts';
import { labels } from './zh-CN/labels.ts';
import { lookups } from './zh-CN/lookups.ts';
import { memory } from './zh-CN/memory.ts';
import { operators } from './zh-CN/operators.ts';
import { orders } from './zh-CN/orders.ts';
import { otherWords } from './zh-CN/other-words.ts';
import { outbox } from './zh-CN/outbox.ts';
import { prices } from './zh-CN/prices.ts';
import { printing } from './zh-CN/printing.ts';
import { problems } from './zh-CN/problems.ts';
import { rights } from './zh-CN/rights.ts';
import { scale } from './zh-CN/scale.ts';
import { scan } from './zh-CN/scan.ts';
import { scanner } from './zh-CN/scanner.ts';
import { settings } from './zh-CN/settings.ts';
import { sheets } from './zh-CN/sheets.ts';
import { similar } from './zh-CN/similar.ts';
import { skus } from './zh-CN/skus.ts';
import { states } from './zh-CN/states.ts';
import { today } from './zh-CN/today.ts';
import { tracking } from './zh-CN/tracking.ts';
import { whys } from './zh-CN/whys.ts';

export const zhCN: Catalogue = {
  frame,
  banner,
  creates,
  damaged,
  drill,
  acts,
  today,
  close,
  handover,
  otherWords,
  states,
  outbox,
  filling,
  find,
  form,
  address,
  similar,
  memory,
  imports,
  labels,
  printing,
  scale,
  lookups,
  inventory,
  skus,
  prices,
  tracking,
  orders,
  settings,
  operators,
  rights,
  scan,
  scanner,
  sheets,
  problems,
  whys,
};
