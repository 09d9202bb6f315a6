import type { ListedPrinter } from '../../../shared/contract/printer-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import {
  type FoundPrinter,
  maxPrinterNameLength,
  type ConfiguredPrinter,
  type PrinterProbe,
} from '../../../shared/printing/configured-printer.ts';
import type { LabelSizeName } from '../../../shared/printing/label-sizes.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { printJobs } from '../../state/print-jobs.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** A printer being set up, and the listed one that actions apply to. */
export class PrinterEdit {
  name = $state('');
  address = $state('');
  probe = $state.raw<PrinterProbe | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** size of the labels in it */
  size = $state<LabelSizeName>('100x150');
  busy = $state(false);
  /** resolution of a printer that does not report it; bars are aligned to its dots */
  dpi = $state<ConfiguredPrinter['dpi']>(203);
  /** for a raw printer that does not report it */
  packing = $state<ConfiguredPrinter['packing']>('z64');
  reprints = $state(false);
  found = $state.raw<FoundPrinter[] | null>(null);
  isFinding = $state(false);
  #trusted = $state<{ address: string; certificate: string } | null>(null);
  code = $state('');
  #chosen = $state<string | null>(null);

  get chosen(): ListedPrinter | null {
    const all = printJobs.printers?.printers ?? [];
    return all.find(({ name }) => name === this.#chosen) ?? all.find(({ awaitsScan }) => awaitsScan) ?? all[0] ?? null;
  }
  choose(name: string): void {
    this.#chosen = name;
    this.code = '';
  }
  /** Whether a person must enter the resolution; raster formats name their own. */
  get needsDpi(): boolean {
    return this.probe !== null && this.probe.dpi === null && this.probe.raster === null;
  }
  get canAdd(): boolean {
    return !this.busy && this.name.trim() !== '' && this.probe !== null && this.probe.sizes.length > 0;
  }

  async find(): Promise<void> {
    this.isFinding = true;
    const said = await ask('printers.find', {});
    this.isFinding = false;
    this.found = said.ok ? said.value.printers : [];
    this.problem = said.ok ? null : said.problem;
  }
  /** Fills in a found printer as if it had been typed. */
  useFound(found: FoundPrinter): void {
    this.resetProbe();
    this.address = found.address;
    this.name = found.name.slice(0, maxPrinterNameLength);
  }
  async chooseDevice(): Promise<void> {
    const said = await ask('printers.chooseDevice', {});
    if (!said.ok) return void (this.problem = said.problem);
    if (said.value.address === null) return;
    this.address = said.value.address;
    await this.probeAddress();
  }
  /** SHA-256 of a certificate that no authority signed, until a person trusts it. */
  get unknownCertificate(): string | null {
    const { reason, said } = this.problem?.params ?? {};
    return this.problem?.kind === 'printer' && reason === 'certificate' ? String(said) : null;
  }
  async trustCertificate(): Promise<void> {
    const certificate = this.unknownCertificate;
    if (certificate === null) return;
    this.#trusted = { address: this.address, certificate };
    await this.probeAddress();
  }
  get #certificate(): string | null {
    return this.#trusted?.address === this.address ? this.#trusted.certificate : null;
  }

  /** A changed address is another printer. */
  resetProbe(): void {
    this.probe = null;
    this.problem = null;
  }
  async probeAddress(): Promise<void> {
    this.resetProbe();
    const { address } = this;
    this.busy = true;
    const said = await ask('printers.probe', { address, certificate: this.#certificate });
    this.busy = false;
    // the address was changed meanwhile
    if (address !== this.address) return;
    if (said.ok) {
      this.probe = said.value;
      const { sizes, dpi, packing } = said.value;
      this.dpi = dpi ?? 203;
      this.packing = packing;
      this.reprints = false;
      const usual = desk.settings?.labelSize ?? '100x150';
      this.size = sizes.find((one) => one === usual) ?? sizes[0] ?? usual;
    } else this.problem = said.problem;
  }
  async add(): Promise<void> {
    const [name, { address, size }] = [this.name.trim(), this];
    this.busy = true;
    const { dpi, packing, reprints } = this;
    const wanted = {
      name,
      address,
      size,
      certificate: this.#certificate,
      ...((this.needsDpi || this.probe?.way === 'raw') && { dpi }),
      ...(this.probe?.way === 'raw' && { packing, reprints }),
    };
    const added = await command('printers.add', JSON.stringify(wanted), wanted);
    this.busy = false;
    this.problem = added.ok ? null : added.problem;
    if (!added.ok) return;
    await printJobs.refresh();
    this.choose(added.value.name);
    this.name = this.address = '';
    this.found = null;
    this.probe = null;
    toasts.show(() => t().printing.added({ name }));
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
    if (end.end === 'proved' || end.end === 'lost') toasts.show(() => t().printing.testSent({ name }));
    else
      toasts.show(() => t().printing.testFailed({ said: end.end === 'refused' ? end.fault : (end.said ?? '') }), 'no');
  }
  /** Tests with the paper removed, to find out whether "completed" means printed. */
  async testEmpty(): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const { name } = chosen;
    this.choose(name);
    this.busy = true;
    const tested = await command('printers.test', `${name} empty`, { name, empty: true });
    this.busy = false;
    this.problem = tested.ok ? null : tested.problem;
    await printJobs.refresh();
    if (!tested.ok) return;
    const isPaper = tested.value.printer.completedIsPaper;
    toasts.show(() => (isPaper ? t().printing.emptyPaper({ name }) : t().printing.emptyNot({ name })));
  }
  async checkTestScan(scanned: string): Promise<boolean> {
    const { chosen } = this;
    if (!chosen) return false;
    const right = await command('printers.tested', `${chosen.name} ${scanned}`, { name: chosen.name, scanned });
    if (right.ok) {
      this.code = '';
      toasts.show(() => t().printing.testOk);
    } else toasts.show(() => sayProblem(right.problem), 'no');
    await printJobs.refresh();
    return right.ok;
  }
  async chooseForSize(): Promise<void> {
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
