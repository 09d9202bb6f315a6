import { acts } from './en/acts.ts';
import { address } from './en/address.ts';
import { banner } from './en/banner.ts';
import { close } from './en/close.ts';
import { creates } from './en/creates.ts';
import { damaged } from './en/damaged.ts';
import { drill } from './en/drill.ts';
import { filling } from './en/filling.ts';
import { find } from './en/find.ts';
import { form } from './en/form.ts';
import { frame } from './en/frame.ts';
import { handover } from './en/handover.ts';
import { imports } from './en/import.ts';
import { inventory } from './en/inventory.ts';
import { labels } from './en/labels.ts';
import { lookups } from './en/lookups.ts';
import { memory } from './en/memory.ts';
import { operators } from './en/operators.ts';
import { orders } from './en/orders.ts';
import { otherWords } from './en/other-words.ts';
import { outbox } from './en/outbox.ts';
import { prices } from './en/prices.ts';
import { printing } from './en/printing.ts';
import { problems } from './en/problems.ts';
import { rights } from './en/rights.ts';
import { scale } from './en/scale.ts';
import { scan } from './en/scan.ts';
import { scanner } from './en/scanner.ts';
import { settings } from './en/settings.ts';
import { sheets } from './en/sheets.ts';
import { similar } from './en/similar.ts';
import { skus } from './en/skus.ts';
import { states } from './en/states.ts';
import { today } from './en/today.ts';
import { tracking } from './en/tracking.ts';
import { whys } from './en/whys.ts';

export const en = {
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
  settings,
  operators,
  rights,
  scan,
  tracking,
  orders,
  scanner,
  sheets,
  problems,
  whys,
};
