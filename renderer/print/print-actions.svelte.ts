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

/** The user's actions on the print jobs of the desk's own printers. */
class PrintActions {
  isBusy = $state(false);
  /** Number of scans so far: it makes each scan a command of its own. */
  #scans = 0;

  /** Reports a problem and returns null; returns the answer otherwise. */
  async #runCommand<T>(answer: Promise<Result<T>>): Promise<T | null> {
    this.isBusy = true;
    const result = await answer;
    this.isBusy = false;
    await printJobs.refresh();
    if (result.ok) return result.value;
    toasts.show(() => sayProblem(result.problem), 'no');
    return null;
  }

  /** Prints these labels; returns whether printing began. */
  async startPrinting(ids: string[], reason = '', scan = false): Promise<boolean> {
    const started = await this.#runCommand(command('print.start', ids.join(' ').slice(0, 2000), { ids, reason, scan }));
    return started !== null && this.#toastBegun(started, (params) => t().printing.started(params));
  }
  /** Prints labels as their numbers arrive: of these orders, or of all pending and ready ones. */
  async printAsNumbersArrive(ids?: string[], scan = false): Promise<boolean> {
    const action = ids ? ids.join(' ').slice(0, 2000) : 'all';
    const started = await this.#runCommand(command('print.follow', action, { ...(ids && { ids }), scan }));
    return started !== null && this.#toastBegun(started, (params) => t().printing.follows(params));
  }
  /** Prints labels without a number: of these orders, or of all that wait for one and have none printed. */
  async printProvisional(ids?: string[]): Promise<boolean> {
    const started = await this.#runCommand(
      command('print.provisional', (ids ?? ['all']).join(' '), ids ? { ids } : {}),
    );
    return started !== null && this.#toastBegun(started, (params) => t().printing.started(params));
  }
  #toastBegun(
    { labels, printer, problems }: Output<'print.start'>,
    messageText: (params: { count: string; printer: string }) => string,
  ): boolean {
    toasts.show(() => messageText({ count: format.number(labels), printer }));
    const [first] = problems;
    if (first)
      toasts.show(
        () => t().printing.leftOut({ count: format.number(problems.length), why: sayProblem(first.problem) }),
        'ask',
      );
    return true;
  }
  async runJobCommand(name: JobCommand, job: PrintJob): Promise<void> {
    await this.#runCommand(command(name, job.id, { job: job.id }));
  }
  async moveJob(job: PrintJob, printer: string): Promise<void> {
    const moved = await this.#runCommand(command('print.move', job.id, { job: job.id, printer }));
    if (moved && moved.labels.unconfirmed === 0) await this.runJobCommand('print.begin', moved);
  }
  async cancelJob(job: PrintJob): Promise<void> {
    const result = await this.#runCommand(command('print.cancel', job.id, { job: job.id }));
    if (!result) return;
    const { cancelled, out, unconfirmed } = result;
    const describeLabels = (labels: typeof out): string =>
      labels.length === 0
        ? t().printing.none
        : labels.length > 6
          ? format.number(labels.length)
          : format.list(labels.map(({ number, place }) => number ?? String(place)));
    toasts.show(
      () =>
        t().printing.cancelled({
          count: format.number(cancelled),
          out: describeLabels(out),
          unknown: describeLabels(unconfirmed),
        }),
      'ask',
    );
  }
  /** Answers which label was the last good one, by its number in the job or by its scanned code. */
  async answerQuestion(job: PrintJob, lastGood: { upTo: number } | { scanned: string }): Promise<void> {
    const answer = await command('print.answer', `${job.id} ${JSON.stringify(lastGood)}`, {
      job: job.id,
      last: lastGood,
    });
    await printJobs.refresh();
    const messageText = (): string =>
      answer.ok
        ? t().printing.answered({
            onPaper: format.number(answer.value.onPaper),
            waiting: format.number(answer.value.waiting),
          })
        : sayProblem(answer.problem);
    if ('scanned' in lastGood) announceScan(answer.ok ? 'accepted' : 'error', messageText);
    else toasts.show(messageText, answer.ok ? 'done' : 'no');
  }
  /**
   * Checks a label scanned after it was stuck on. If another printed label has the same code, the user is asked which
   * one it is. Returns the job's id if this scan was its last and the job has something to show.
   */
  async confirmScan(job: PrintJob, code: string, confirmed = false): Promise<string | null> {
    const action = `${job.id} ${code} ${++this.#scans}`;
    const scan = await command('print.scan', action, { job: job.id, code, confirmed });
    await printJobs.refresh();
    if (!scan.ok) {
      announceScan('error', () => `${code}: ${sayProblem(scan.problem)}`);
      return null;
    }
    const { end, key, left, over, which, job: scannedJob } = scan.value;
    const params = { key: key ?? code, left: format.number(left) };
    const { scans } = t().printing;
    const messageText = (): string =>
      over ? scans.allRight : end === 'stuck-on' ? scans.right(params) : scans.wrong[end](params);
    const needsAttention = end === 'stuck-on-twice' || end === 'which-print';
    announceScan(end === 'stuck-on' ? 'accepted' : needsAttention ? 'warning' : 'error', messageText);
    if (which) return (await isThisPrint(code, params.key, which)) ? this.confirmScan(scannedJob, code, true) : null;
    return end === 'stuck-on' && left === 0 && !over ? scannedJob.id : null;
  }
  /** Returns whether the desk ended the scan confirmation. */
  async endScans(job: string): Promise<boolean> {
    return (await this.#runCommand(command('print.endScans', job, { job }))) !== null;
  }
}

export const printActions = new PrintActions();
