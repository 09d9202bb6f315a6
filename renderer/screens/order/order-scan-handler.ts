import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { inLine } from '../../../shared/path/path.ts';
import { isProductCode } from '../../../shared/scan/read-code.ts';
import { type RestartedCount, countScannedSku, wouldCountUp } from '../../forms/create-form.svelte.ts';
import { announceScan } from '../../state/announce-scan.ts';
import type { ScanHandler } from '../../state/scan-handlers.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import type { DeclarationPrefill } from './declaration-prefill.svelte.ts';
import type { OrderTask } from './order-task.svelte.ts';
import { startFromScannedTemplate, type GoTo } from './start-from.ts';

export const sayRecounted = ({ Sku, line, carried }: RestartedCount): string =>
  t().form.scannedAnew({ sku: Sku, line: format.number(line + 1), carried });

/**
 * Handles scans in an order form: goods go into lines, an unknown number into the empty key, a template fills the form.
 */
export function createScanHandler(task: OrderTask, parcel: DeclarationPrefill | null, goTo: GoTo): ScanHandler {
  const { form } = task;
  const { position } = form;
  return {
    countsUp: (Sku) => wouldCountUp(form, Sku),
    sku(Sku) {
      const taken = countScannedSku(form, Sku);
      if (!taken) return false;
      const { list, line, added, quantity, restarted } = taken;
      if (quantity === null) {
        position.reveal(inLine(list, line, 'Quantity'));
        announceScan('warning', () => t().form.scannedUncounted({ sku: Sku, line: format.number(line + 1) }));
        return true;
      }
      form.completed(inLine(list, line, 'Sku'));
      // do not scroll a grid away while a person types in it
      if (!document.activeElement?.id.includes('[')) position.reveal(inLine(list, line, 'Quantity'));
      const said = { sku: Sku, line: format.number(line + 1), quantity };
      const known = restarted ? sayRecounted(restarted) : t().form.scannedMore(said);
      announceScan('accepted', () => (added ? t().form.scannedLine(said) : known));
      return true;
    },
    number(text, known) {
      // only a declaration is about an existing entry
      if (task.purpose !== 'new' || !task.needsKey || (known && !borrowsKey(form.endpoint))) return false;
      // a product code unknown to this desk is not a package number
      if (!known && isProductCode(text)) return false;
      form.type(form.keyPath, text);
      parcel?.noteScan(text);
      return true;
    },
    template(templates) {
      const fitting = task.purpose === 'new' ? templates.find(({ endpoint }) => endpoint === form.endpoint) : undefined;
      if (fitting) void startFromScannedTemplate(task, fitting, goTo);
      return fitting !== undefined;
    },
  };
}
