import { longestCall } from '../../../shared/import/import-limit.ts';
import { no, type Result } from '../../../shared/contract/problem.ts';
import { callOfScreen, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { plainInput } from './plain-input.ts';
import { isOurPage, type Frame } from './trusted-sender.ts';

/** Answers a call that came over a channel, from whatever sent it. Never rejects. */
export async function answerScreen(
  desk: ScreenDesk,
  frame: Frame | null,
  name: unknown,
  value: unknown,
): Promise<Result<unknown>> {
  if (!isOurPage(frame)) return no('unknown-command', 'Only the page of the desk may ask it.');
  if (typeof name !== 'string') return no('invalid', 'A call names its procedure.');
  const plain = plainInput(value);
  if (!plain) return no('invalid', `A call carries plain values, and at most ${longestCall} characters of them.`);
  return callOfScreen(desk, name, plain.input);
}
