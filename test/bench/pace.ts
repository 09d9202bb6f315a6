import { desksOnOneAccount } from '../simulation/pace/desks-on-one-account.ts';
import { limitRules, type LimitRuleName } from '../simulation/pace/rate-limited-service.ts';
import type { Figure } from './figure.ts';

const desks = 30;
const seconds = 600;
const seed = 1;
const minUsedShare = 0.55;
const maxRefusals = 0.1;

/**
 * Measures how well thirty desks use the limit of one account, in fake time, so that the figures are the same on every
 * machine.
 */
export async function* pace(): AsyncGenerator<Figure> {
  for (const perSecond of [10, 100])
    for (const rule of Object.keys(limitRules) as LimitRuleName[]) {
      const use = await desksOnOneAccount({ desks, perSecond, rule, seconds, seed });
      const name = `${desks} desks at ${perSecond} requests/s, ${rule}`;
      const common = { bench: 'pace', against: `the limit of the account (${perSecond} requests/s)` };
      const usedFigure = { ...common, case: `${name}: used`, figure: round(use.used * perSecond), unit: 'requests/s' };
      yield { ...usedFigure, ratio: round(use.used), goal: minUsedShare, met: use.used >= minUsedShare };
      const refusedFigure = { ...common, case: `${name}: refused`, unit: 'refusals per success', against: 'successes' };
      const perSuccess = round(use.refusedPerSuccess);
      const isWithinGoal = use.refusedPerSuccess <= maxRefusals;
      yield { ...refusedFigure, figure: perSuccess, ratio: perSuccess, goal: maxRefusals, met: isWithinGoal };
      const { half, most } = use.quietWait;
      const waitFigure = { ...common, unit: 's', ratio: round(half / most), goal: null, met: true };
      yield {
        ...waitFigure,
        case: `${name}: wait of a quiet counter's order`,
        figure: round(half),
        against: `95 % of them (${round(most)} s)`,
      };
      const shareFigure = {
        ...common,
        unit: 'of the mean',
        against: 'the mean of the busy desks',
        goal: null,
        met: true,
      };
      yield {
        ...shareFigure,
        case: `${name}: slowest busy desk`,
        figure: round(use.slowest),
        ratio: round(use.slowest),
      };
    }
}

const round = (value: number): number => Number(value.toPrecision(3));
