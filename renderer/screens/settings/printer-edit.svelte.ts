import type { PrinterShown } from '../../../shared/contract/printer-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { LabelSizeName } from '../../../shared/printing/label-sizes.ts';
import type { PrinterProbe } from '../../../shared/printing/known-printer.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { printJobs } from '../../state/print-jobs.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** A printer that is being set up, and the one of the list that acts are about. */
export class PrinterEdit {
  name = $state('');
  address = $state('');
  probe = $state.raw<PrinterProbe | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** labels that are in it */
  size = $state<LabelSizeName>('100x150');
  busy = $state(false);
  code = $state('');
  #chosen = $state<string | null>(null);

  get chosen(): PrinterShown | null {
    const all = printJobs.printers?.printers ?? [];
    return all.find(({ name }) => name === this.#chosen) ?? all.find(({ awaitsScan }) => awaitsScan) ?? all[0] ?? null;
  }
  choose(name: string): void {
    this.#chosen = name;
    this.code = '';
  }
  get canAdd(): boolean {
    return !this.busy && this.name.trim() !== '' && this.probe !== null && this.probe.sizes.length > 0;
  }

  /** Another address is another printer. */
  typed(): void {
    this.probe = null;
    this.problem = null;
  }
  async askIt(): Promise<void> {
    this.typed();
    const { address } = this;
    this.busy = true;
    const said = await ask('printers.probe', { address });
    this.busy = false;
    // an answer about another address than the one that stands there by now
    if (address !== this.address) return;
    if (said.ok) {
      this.probe = said.value;
      const { sizes } = said.value;
      const usual = desk.settings?.labelSize ?? '100x150';
      this.size = sizes.find((one) => one === usual) ?? sizes[0] ?? usual;
    } else this.problem = said.problem;
  }
  async add(): Promise<void> {
    const [name, { address, size }] = [this.name.trim(), this];
    this.busy = true;
    const added = await command('printers.add', `${name} ${address} ${size}`, { name, address, size });
    this.busy = false;
    this.problem = added.ok ? null : added.problem;
    if (!added.ok) return;
    await printJobs.refresh();
    this.choose(added.value.name);
    this.name = this.address = '';
    this.probe = null;
    toasts.say(() => t().printing.added({ name }));
  }
  async test(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const { name } = chosen;
    this.choose(name);
    this.busy = true;
    const tested = await command('printers.test', name, { name });
    this.busy = false;
    this.problem = tested.ok ? null : tested.problem;
    await printJobs.refresh();
    if (!tested.ok) return;
    const { end } = tested.value;
    if (end.end === 'proved' || end.end === 'lost') toasts.say(() => t().printing.testSent({ name }));
    else
      toasts.say(() => t().printing.testFailed({ said: end.end === 'refused' ? end.fault : (end.said ?? '') }), 'no');
  }
  async tested(scanned: string): Promise<boolean> {
    const { chosen } = this;
    if (!chosen) return false;
    const right = await command('printers.tested', `${chosen.name} ${scanned}`, { name: chosen.name, scanned });
    if (right.ok) {
      this.code = '';
      toasts.say(() => t().printing.testOk);
    } else toasts.say(() => sayProblem(right.problem), 'no');
    await printJobs.refresh();
    return right.ok;
  }
  async take(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const done = await command('printers.choose', chosen.name, { size: chosen.size, name: chosen.name });
    this.problem = done.ok ? null : done.problem;
    await printJobs.refresh();
  }
  async remove(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const gone = await command('printers.remove', chosen.name, { name: chosen.name });
    this.problem = gone.ok ? null : gone.problem;
    await printJobs.refresh();
  }
}
