import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { PrinterProbe, StatusChannel, PrinterAddress } from '../../../shared/printing/configured-printer.ts';
import { labelSizeNames, labelSizes, type LabelSizeName } from '../../../shared/printing/label-sizes.ts';
import { NotReachedError, type After } from './printer.ts';
import { openRawConnection, type Question } from './raw-connection.ts';
import {
  channelPortQuestion,
  countQuestion,
  idQuestion,
  widthQuestion,
  statusQuestion,
  openStatusChannel,
} from './raw-questions.ts';

export interface ProbeHost {
  after: After;
  /** ms for a connection, and for an answer */
  connectMs: number;
  answerMs: number;
}

interface Identity {
  model: string;
  firmware: string;
  dotsPerMm: number;
}
/** The model, firmware, dots per mm and memory of a printer. */
const identityQuestion: Question<Identity> = {
  command: '~HI\r\n',
  parse(answer) {
    const found = /\x02([^\x02\x03,]{1,100}),([^\x02\x03,]{1,50}),(\d{1,3}),\d{1,9}KB[^\x02\x03]*\x03/.exec(answer);
    const [, model = '', firmware = '', dots = ''] = found ?? [];
    return found && { model: model.trim(), firmware: firmware.trim(), dotsPerMm: Number(dots) };
  },
};
const dpiByDotsPerMm = new Map<number, PrinterProbe['dpi']>([
  [8, 203],
  [12, 300],
  [24, 600],
]);

/** Firmware of this maker writes Z64 if the second number of its version is at least 14. */
const supportsZ64 = (firmware: string): boolean => Number(/^V\d+\.(\d+)/.exec(firmware)?.[1] ?? 0) >= 14;

type RawAddress = Extract<PrinterAddress, { way: 'raw' | 'device' }>;

/** Asks on a connection of its own; null if no answer can be read. Throws NotReachedError. */
async function askOnce<T>(question: Question<T>, at: RawAddress, { after, connectMs, answerMs }: ProbeHost) {
  const line = await openRawConnection(at, connectMs, after);
  try {
    return await line.ask(question, answerMs);
  } catch {
    return null;
  } finally {
    await line.close(answerMs).catch(() => undefined);
  }
}

/**
 * The status channel of a raw printer. The printer reports its port; it is accepted once the same printer answers
 * there, and answers everything that is asked while labels are printed. Null if it has none, or it is not reached.
 */
export async function findStatusChannel(at: RawAddress, host: ProbeHost): Promise<StatusChannel | null> {
  if (at.way === 'device') return null;
  try {
    const port = await askOnce(channelPortQuestion, at, host);
    if (!port || port === at.port) return null;
    const id = await askOnce(idQuestion.onLabelLine, at, host);
    if (!id) return null;
    const known = { port, id };
    const channel = openStatusChannel({ ...host, host: at.host, config: known, onDropped: () => undefined });
    const isUsable =
      (await channel.ask(statusQuestion.onStatusChannel)) !== null &&
      (await channel.ask(countQuestion.onStatusChannel)) !== null;
    await channel.close();
    return isUsable ? known : null;
  } catch (error) {
    if (error instanceof NotReachedError) return null;
    throw error;
  }
}

/**
 * Identifies a raw printer; each question has its own connection, since a late answer would be taken for that of the
 * next. Throws ProblemError `printer` if nothing answers, or not as a ZPL printer does.
 */
export async function probeRaw(address: RawAddress, host: ProbeHost): Promise<PrinterProbe> {
  const ask = <T>(question: Question<T>): Promise<T | null> =>
    askOnce(question, address, host).catch((error: unknown) => {
      throw notReachedProblem(error);
    });
  const hostStatus = await ask(statusQuestion.onLabelLine);
  const identified = await ask(identityQuestion);
  if (hostStatus === null && identified === null)
    throw problem(
      'printer',
      'Something is there, but it answers nothing that a ZPL printer says. Many printers say nothing while they are out of paper or open: put paper in, close it, then try again.',
      { reason: 'no-zpl', said: address.text },
    );
  const dots = identified && hostStatus ? await ask(widthQuestion) : null;
  const counts = hostStatus !== null && ((await ask(countQuestion.onLabelLine))?.labels ?? null) !== null;
  const widthMm = identified && dots !== null && dots > 0 ? dots / identified.dotsPerMm : null;
  const id = hostStatus === null ? null : await ask(idQuestion.onLabelLine);
  return {
    way: 'raw',
    address: address.text,
    model: identified?.model ?? '',
    dpi: (identified && dpiByDotsPerMm.get(identified.dotsPerMm)) ?? null,
    widthMm,
    raster: null,
    packing: identified && supportsZ64(identified.firmware) ? 'z64' : 'ascii',
    counts,
    id: id || null,
    channel: counts ? await findStatusChannel(address, host) : null,
    passesOn: false,
    media: [],
    sizes: sizesWithin(widthMm),
    fault: hostStatus === null ? 'silent' : hostStatus.fault,
  };
}

/** A printer that does not report its width may have any: its test label shows it. */
const sizesWithin = (widthMm: number | null): LabelSizeName[] =>
  labelSizeNames.filter((name) => widthMm === null || widthMm >= labelSizes[name].width);

function notReachedProblem(error: unknown): ProblemError {
  if (error instanceof NotReachedError)
    return problem('printer', 'No printer answers there. See that it is switched on and connected, then try again.', {
      reason: 'not-reached',
      said: error.message,
    });
  throw error;
}
