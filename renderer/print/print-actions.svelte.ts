import type { Output } from '../../shared/contract/desk-contract.ts';
import type { PrintJob } from '../../shared/contract/print-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { announceScan } from '../state/announce-scan.ts';
import { command, type CommandName } from '../state/commands.ts';
import { printJobs } from '../state/print-jobs.svelte.ts';
import { isThisPrint } from '../state/scan-question.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { format } from '../texts/format.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';

type JobCommand = Extract<CommandName, 'print.begin' | 'print.stop' | 'print.again' | 'print.pass'>;

/** User actions on labels of the desk's own printers. */
class PrintActions {
  busy = $state(false);
  /** Each scan is a separate command. */
  #scans = 0;

  /** Reports a problem and returns null; returns the answer otherwise. */
  async #runCommand<T>(answer: Promise<Result<T>>): Promise<T | null> {
    this.busy = true;
    const given = await answer;
    this.busy = false;
    await printJobs.refresh();
    if (given.ok) return given.value;
    toasts.show(() => sayProblem(given.problem), 'no');
    return null;
  }

  /** Prints these labels; returns whether printing began. */
  async start(ids: string[], reason = '', scan = false): Promise<boolean> {
    const begun = await this.#runCommand(command('print.start', ids.join(' ').slice(0, 2000), { ids, reason, scan }));
    return begun !== null && this.#toastBegun(begun, (said) => t().printing.started(said));
  }
  /** Prints labels as their numbers arrive: of these orders, or of all pending and ready ones. */
  async printAsNumbersArrive(ids?: string[], scan = false): Promise<boolean> {
    const act = ids ? ids.join(' ').slice(0, 2000) : 'all';
    const begun = await this.#runCommand(command('print.follow', act, { ...(ids && { ids }), scan }));
    return begun !== null && this.#toastBegun(begun, (said) => t().printing.follows(said));
  }
  /** Prints labels without a number: of these orders, or of all that wait for one and have none printed. */
  async printProvisional(ids?: string[]): Promise<boolean> {
    const begun = await this.#runCommand(command('print.provisional', (ids ?? ['all']).join(' '), ids ? { ids } : {}));
    return begun !== null && this.#toastBegun(begun, (said) => t().printing.started(said));
  }
  #toastBegun(
    { labels, printer, problems }: Output<'print.start'>,
    says: (said: { count: string; printer: string }) => string,
  ): boolean {
    toasts.show(() => says({ count: format.number(labels), printer }));
    const [first] = problems;
    if (first)
      toasts.show(
        () => t().printing.leftOut({ count: format.number(problems.length), why: sayProblem(first.problem) }),
        'ask',
      );
    return true;
  }
  async act(name: JobCommand, job: PrintJob): Promise<void> {
    await this.#runCommand(command(name, job.id, { job: job.id }));
  }
  async move(job: PrintJob, printer: string): Promise<void> {
    const moved = await this.#runCommand(command('print.move', job.id, { job: job.id, printer }));
    if (moved && moved.labels.unconfirmed === 0) await this.act('print.begin', moved);
  }
  async cancel(job: PrintJob): Promise<void> {
    const done = await this.#runCommand(command('print.cancel', job.id, { job: job.id }));
    if (!done) return;
    const { cancelled, out, unconfirmed } = done;
    const numbers = (labels: typeof out): string =>
      labels.length === 0
        ? t().printing.none
        : labels.length > 6
          ? format.number(labels.length)
          : format.list(labels.map(({ number, place }) => number ?? String(place)));
    toasts.show(
      () =>
        t().printing.cancelled({
          count: format.number(cancelled),
          out: numbers(out),
          unknown: numbers(unconfirmed),
        }),
      'ask',
    );
  }
  /** Answers which label was the last good one, by place or by its scanned code. */
  async answer(job: PrintJob, last: { upTo: number } | { scanned: string }): Promise<void> {
    const answer = await command('print.answer', `${job.id} ${JSON.stringify(last)}`, { job: job.id, last });
    await printJobs.refresh();
    const says = (): string =>
      answer.ok
        ? t().printing.answered({
            onPaper: format.number(answer.value.onPaper),
            waiting: format.number(answer.value.waiting),
          })
        : sayProblem(answer.problem);
    if ('scanned' in last) announceScan(answer.ok ? 'accepted' : 'error', says);
    else toasts.show(says, answer.ok ? 'done' : 'no');
  }
  /**
   * Checks a label scanned after it was stuck on; if another printed label has the same code, the user is asked which
   * one it is. Returns the job's id if all of its labels are scanned and it has something to show.
   */
  async confirmScan(job: PrintJob, code: string, confirmed = false): Promise<string | null> {
    const act = `${job.id} ${code} ${++this.#scans}`;
    const scan = await command('print.scan', act, { job: job.id, code, confirmed });
    await printJobs.refresh();
    if (!scan.ok) {
      announceScan('error', () => `${code}: ${sayProblem(scan.problem)}`);
      return null;
    }
    const { end, key, left, over, which, job: of } = scan.value;
    const said = { key: key ?? code, left: format.number(left) };
    const { scans } = t().printing;
    const says = (): string =>
      over ? scans.allRight : end === 'stuck-on' ? scans.right(said) : scans.wrong[end](said);
    const isToBeLookedAt = end === 'stuck-on-twice' || end === 'which-print';
    announceScan(end === 'stuck-on' ? 'accepted' : isToBeLookedAt ? 'warning' : 'error', says);
    if (which) return (await isThisPrint(code, said.key, which)) ? this.confirmScan(of, code, true) : null;
    return end === 'stuck-on' && left === 0 && !over ? of.id : null;
  }
  /** Returns whether the desk ended the scan confirmation. */
  async endScans(job: string): Promise<boolean> {
    return (await this.#runCommand(command('print.endScans', job, { job }))) !== null;
  }
}

export const printActions = new PrintActions();
