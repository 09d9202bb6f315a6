import type { LoggedAction } from '../../../shared/contract/rights-procedures.ts';
import { drillTroubles, type DrillTrouble } from '../../../shared/drill/drill.ts';
import { isRight } from '../../../shared/rights/rights.ts';
import { format } from '../../texts/format.svelte.ts';
import { nameOfSetting, t } from '../../texts/say.svelte.ts';
import { troublesText } from '../settings/drill/report-lines.ts';

const isTrouble = (code: string): code is DrillTrouble => drillTroubles.some((one) => one === code);

/** What an action was about: the name, and which settings, rights or troubles. */
export function sayAbout({ about, parts }: LoggedAction): string {
  const { rights } = t();
  const codes = parts.split(' ').filter(Boolean);
  const troubles = codes.filter(isTrouble);
  const names = codes
    .filter((code) => !isTrouble(code))
    .map((code) => rights.part[code] ?? (isRight(code) ? rights.name[code] : nameOfSetting(code)));
  return [about, troublesText(troubles), rights.log.named({ names })].filter(Boolean).join(' · ');
}

/** How it ended, and of how many more that is not known. */
export function sayEnd({ outcome, unended }: LoggedAction): string {
  const { rights } = t();
  const ended = rights.outcome[outcome];
  return unended === 0 ? ended : rights.log.unended({ outcome: ended, count: format.number(unended) });
}

export function sayOperator({ operator, via }: LoggedAction): string {
  const { log } = t().rights;
  return via === 'command-line' ? log.commandLine({ name: operator }) : operator || log.nobody;
}
