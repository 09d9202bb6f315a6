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
    const match = /\x02([^\x02\x03,]{1,100}),([^\x02\x03,]{1,50}),(\d{1,3}),\d{1,9}KB[^\x02\x03]*\x03/.exec(answer);
    const [, model = '', firmware = '', dots = ''] = match ?? [];
    return match && { model: model.trim(), firmware: firmware.trim(), dotsPerMm: Number(dots) };
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

/** Asks one question on a new connection; null if no answer can be read. Throws NotReachedError. */
async function askOnce<T>(question: Question<T>, address: RawAddress, { after, connectMs, answerMs }: ProbeHost) {
  const connection = await openRawConnection(address, connectMs, after);
  try {
    return await connection.ask(question, answerMs);
  } catch {
    return null;
  } finally {
    await connection.close(answerMs).catch(() => undefined);
  }
}

/**
 * Finds the status channel of a raw printer. The printer reports its port; the channel is used only if the same printer
 * answers there, and answers every question that is asked while labels are printed. Null if there is none, or the
 * printer is not reached.
 */
export async function findStatusChannel(address: RawAddress, host: ProbeHost): Promise<StatusChannel | null> {
  if (address.way === 'device') return null;
  try {
    const port = await askOnce(channelPortQuestion, address, host);
    if (!port || port === address.port) return null;
    const id = await askOnce(idQuestion.onLabelConnection, address, host);
    if (!id) return null;
    const config = { port, id };
    const channel = openStatusChannel({ ...host, host: address.host, config: config, onDropped: () => undefined });
    const isUsable =
      (await channel.ask(statusQuestion.onStatusChannel)) !== null &&
      (await channel.ask(countQuestion.onStatusChannel)) !== null;
    await channel.close();
    return isUsable ? config : null;
  } catch (error) {
    if (error instanceof NotReachedError) return null;
    throw error;
  }
}

/**
 * Identifies a raw printer. Each question has its own connection, since a late answer would be taken for the answer to
 * the next question. Throws ProblemError `printer` if nothing answers, or what answers is no ZPL printer.
 */
export async function probeRaw(address: RawAddress, host: ProbeHost): Promise<PrinterProbe> {
  const ask = <T>(question: Question<T>): Promise<T | null> =>
    askOnce(question, address, host).catch((error: unknown) => {
      throw notReachedProblem(error);
    });
  const hostStatus = await ask(statusQuestion.onLabelConnection);
  const identity = await ask(identityQuestion);
  if (hostStatus === null && identity === null)
    throw problem(
      'printer',
      'Something is there, but it answers nothing that a ZPL printer says. Many printers say nothing while they are out of paper or open: put paper in, close it, then try again.',
      { reason: 'no-zpl', said: address.text },
    );
  const widthDots = identity && hostStatus ? await ask(widthQuestion) : null;
  const hasCounter = hostStatus !== null && ((await ask(countQuestion.onLabelConnection))?.labels ?? null) !== null;
  const widthMm = identity && widthDots !== null && widthDots > 0 ? widthDots / identity.dotsPerMm : null;
  const id = hostStatus === null ? null : await ask(idQuestion.onLabelConnection);
  return {
    way: 'raw',
    address: address.text,
    model: identity?.model ?? '',
    dpi: (identity && dpiByDotsPerMm.get(identity.dotsPerMm)) ?? null,
    widthMm,
    raster: null,
    packing: identity && supportsZ64(identity.firmware) ? 'z64' : 'ascii',
    counts: hasCounter,
    id: id || null,
    channel: hasCounter ? await findStatusChannel(address, host) : null,
    passesOn: false,
    media: [],
    sizes: sizesWithin(widthMm),
    fault: hostStatus === null ? 'silent' : hostStatus.fault,
  };
}

/** Label sizes that fit the width; all if it is not reported: the test label shows whether they fit. */
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
