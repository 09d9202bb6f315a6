import type { LoggedAct } from '../../../shared/contract/rights-procedures.ts';
import { drillTroubles, type DrillTrouble } from '../../../shared/drill/drill.ts';
import { isRight } from '../../../shared/rights/rights.ts';
import { format } from '../../texts/format.svelte.ts';
import { nameOfSetting, t } from '../../texts/say.svelte.ts';

const isTrouble = (code: string): code is DrillTrouble => drillTroubles.some((one) => one === code);

/** What an act was about: its name, and which settings or rights. */
export function sayAbout({ about, parts }: LoggedAct): string {
  const { rights, drill } = t();
  const said = parts
    .split(' ')
    .filter(Boolean)
    .map((code) => {
      if (isTrouble(code)) return drill.trouble[code];
      return rights.part[code] ?? (isRight(code) ? rights.name[code] : nameOfSetting(code));
    });
  return [about, format.list(said)].filter(Boolean).join(' · ');
}

export function sayOperator({ operator, via }: LoggedAct): string {
  const { log } = t().rights;
  return via === 'command-line' ? log.commandLine({ name: operator }) : operator || log.nobody;
}
