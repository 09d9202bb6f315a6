import type { RestartedCount } from '../../forms/recount.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

export const sayRecounted = ({ Sku, line, carried }: RestartedCount): string =>
  t().form.scannedAnew({ sku: Sku, line: format.number(line + 1), carried });
