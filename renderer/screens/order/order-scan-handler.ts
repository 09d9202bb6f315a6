import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { fieldInLine } from '../../../shared/path/path.ts';
import { isProductCode } from '../../../shared/scan/read-code.ts';
import { type RestartedCount, countScannedSku, wouldCountUp } from '../../forms/create-form.svelte.ts';
import { announceScan } from '../../state/announce-scan.ts';
import type { ScanHandler } from '../../state/scan-handlers.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import type { DeclarationPrefill } from './declaration-prefill.svelte.ts';
import type { OrderTask } from './order-task.svelte.ts';
import { startFromScannedTemplate, type GoTo } from './start-from.ts';

export const sayRecounted = ({ Sku, line, carriedQuantity: carried }: RestartedCount): string =>
  t().form.scannedAnew({ sku: Sku, line: format.number(line + 1), carried });

/**
 * Handles scans in an order form: goods go into lines, an unknown number into the empty key, a template fills the form.
 */
export function createScanHandler(task: OrderTask, prefill: DeclarationPrefill | null, goTo: GoTo): ScanHandler {
  const { form } = task;
  const { position } = form;
  return {
    countsUp: (Sku) => wouldCountUp(form, Sku),
    takeSku(Sku) {
      const countedLine = countScannedSku(form, Sku);
      if (!countedLine) return false;
      const { list, line, isNewLine: added, quantity, restarted } = countedLine;
      if (quantity === null) {
        position.revealField(fieldInLine(list, line, 'Quantity'));
        announceScan('warning', () => t().form.scannedUncounted({ sku: Sku, line: format.number(line + 1) }));
        return true;
      }
      form.onFieldCompleted(fieldInLine(list, line, 'Sku'));
      // do not scroll a grid away while a person types in it
      if (!document.activeElement?.id.includes('[')) position.revealField(fieldInLine(list, line, 'Quantity'));
      const params = { sku: Sku, line: format.number(line + 1), quantity };
      const moreText = restarted ? sayRecounted(restarted) : t().form.scannedMore(params);
      announceScan('accepted', () => (added ? t().form.scannedLine(params) : moreText));
      return true;
    },
    takeNumber(text, isKnown) {
      // only a declaration is about an existing entry
      if (task.purpose !== 'new' || !task.needsKey || (isKnown && !borrowsKey(form.endpoint))) return false;
      // a product code unknown to this desk is not a package number
      if (!isKnown && isProductCode(text)) return false;
      form.enterText(form.keyPath, text);
      prefill?.rememberScannedKey(text);
      return true;
    },
    takeTemplate(templates) {
      const template =
        task.purpose === 'new' ? templates.find(({ endpoint }) => endpoint === form.endpoint) : undefined;
      if (template) void startFromScannedTemplate(task, template, goTo);
      return template !== undefined;
    },
  };
}
