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
  /** size of the labels in the printer */
  size = $state<LabelSizeName>('100x150');
  isBusy = $state(false);
  /** resolution of a printer that does not report it; bars are aligned to its dots */
  dpi = $state<ConfiguredPrinter['dpi']>(203);
  /** compression of pictures, for a raw printer that does not report it */
  packing = $state<ConfiguredPrinter['packing']>('z64');
  reprints = $state(false);
  foundPrinters = $state.raw<FoundPrinter[] | null>(null);
  isFinding = $state(false);
  #trustedCertificate = $state<{ address: string; certificate: string } | null>(null);
  code = $state('');
  #selectedName = $state<string | null>(null);

  get selectedPrinter(): ListedPrinter | null {
    const printers = printJobs.printers?.printers ?? [];
    return (
      printers.find(({ name }) => name === this.#selectedName) ??
      printers.find(({ awaitsScan }) => awaitsScan) ??
      printers[0] ??
      null
    );
  }
  selectPrinter(name: string): void {
    this.#selectedName = name;
    this.code = '';
  }
  /** Whether a person must enter the resolution; raster formats name their own. */
  get needsDpi(): boolean {
    return this.probe !== null && this.probe.dpi === null && this.probe.raster === null;
  }
  get canAdd(): boolean {
    return !this.isBusy && this.name.trim() !== '' && this.probe !== null && this.probe.sizes.length > 0;
  }

  async findPrinters(): Promise<void> {
    this.isFinding = true;
    const answer = await ask('printers.find', {});
    this.isFinding = false;
    this.foundPrinters = answer.ok ? answer.value.printers : [];
    this.problem = answer.ok ? null : answer.problem;
  }
  /** Fills in a found printer as if it had been typed. */
  useFound(printer: FoundPrinter): void {
    this.resetProbe();
    this.address = printer.address;
    this.name = printer.name.slice(0, maxPrinterNameLength);
  }
  async chooseDevice(): Promise<void> {
    const answer = await ask('printers.chooseDevice', {});
    if (!answer.ok) return void (this.problem = answer.problem);
    if (answer.value.address === null) return;
    this.address = answer.value.address;
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
    this.#trustedCertificate = { address: this.address, certificate };
    await this.probeAddress();
  }
  get #certificate(): string | null {
    return this.#trustedCertificate?.address === this.address ? this.#trustedCertificate.certificate : null;
  }

  /** A changed address is another printer. */
  resetProbe(): void {
    this.probe = null;
    this.problem = null;
  }
  async probeAddress(): Promise<void> {
    this.resetProbe();
    const { address } = this;
    this.isBusy = true;
    const answer = await ask('printers.probe', { address, certificate: this.#certificate });
    this.isBusy = false;
    // the address was changed meanwhile
    if (address !== this.address) return;
    if (answer.ok) {
      this.probe = answer.value;
      const { sizes, dpi, packing } = answer.value;
      this.dpi = dpi ?? 203;
      this.packing = packing;
      this.reprints = false;
      const defaultSize = desk.settings?.labelSize ?? '100x150';
      this.size = sizes.find((one) => one === defaultSize) ?? sizes[0] ?? defaultSize;
    } else this.problem = answer.problem;
  }
  async addPrinter(): Promise<void> {
    const [name, { address, size }] = [this.name.trim(), this];
    this.isBusy = true;
    const { dpi, packing, reprints } = this;
    const input = {
      name,
      address,
      size,
      certificate: this.#certificate,
      ...((this.needsDpi || this.probe?.way === 'raw') && { dpi }),
      ...(this.probe?.way === 'raw' && { packing, reprints }),
    };
    const answer = await command('printers.add', JSON.stringify(input), input);
    this.isBusy = false;
    this.problem = answer.ok ? null : answer.problem;
    if (!answer.ok) return;
    await printJobs.refresh();
    this.selectPrinter(answer.value.name);
    this.name = this.address = '';
    this.foundPrinters = null;
    this.probe = null;
    toasts.show(() => t().printing.added({ name }));
  }
  async testPrinter(): Promise<void> {
    const { selectedPrinter } = this;
    if (!selectedPrinter) return;
    const { name } = selectedPrinter;
    this.selectPrinter(name);
    this.isBusy = true;
    const answer = await command('printers.test', name, { name });
    this.isBusy = false;
    this.problem = answer.ok ? null : answer.problem;
    await printJobs.refresh();
    if (!answer.ok) return;
    const { end } = answer.value;
    if (end.end === 'proved' || end.end === 'lost') toasts.show(() => t().printing.testSent({ name }));
    else
      toasts.show(() => t().printing.testFailed({ said: end.end === 'refused' ? end.fault : (end.said ?? '') }), 'no');
  }
  /** Tests with the paper removed, to find out whether "completed" means printed. */
  async testWithoutPaper(): Promise<void> {
    const { selectedPrinter } = this;
    if (!selectedPrinter) return;
    const { name } = selectedPrinter;
    this.selectPrinter(name);
    this.isBusy = true;
    const answer = await command('printers.test', `${name} empty`, { name, empty: true });
    this.isBusy = false;
    this.problem = answer.ok ? null : answer.problem;
    await printJobs.refresh();
    if (!answer.ok) return;
    const completedIsPaper = answer.value.printer.completedIsPaper;
    toasts.show(() => (completedIsPaper ? t().printing.emptyPaper({ name }) : t().printing.emptyNot({ name })));
  }
  async checkTestScan(scanned: string): Promise<boolean> {
    const { selectedPrinter } = this;
    if (!selectedPrinter) return false;
    const answer = await command('printers.tested', `${selectedPrinter.name} ${scanned}`, {
      name: selectedPrinter.name,
      scanned,
    });
    if (answer.ok) {
      this.code = '';
      toasts.show(() => t().printing.testOk);
    } else toasts.show(() => sayProblem(answer.problem), 'no');
    await printJobs.refresh();
    return answer.ok;
  }
  async chooseForSize(): Promise<void> {
    const { selectedPrinter } = this;
    if (!selectedPrinter) return;
    const answer = await command('printers.choose', selectedPrinter.name, {
      size: selectedPrinter.size,
      name: selectedPrinter.name,
    });
    this.problem = answer.ok ? null : answer.problem;
    await printJobs.refresh();
  }
  async removePrinter(): Promise<void> {
    const { selectedPrinter } = this;
    if (!selectedPrinter) return;
    const answer = await command('printers.remove', selectedPrinter.name, { name: selectedPrinter.name });
    this.problem = answer.ok ? null : answer.problem;
    await printJobs.refresh();
  }
}
