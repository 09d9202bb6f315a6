import { rulesOf } from '../../shared/contract/desk-contract.ts';
import { supervisorRight, type Right } from '../../shared/rights/rights.ts';

/**
 * How long a PIN entered in the settings counts without activity (ms): any longer, and the next person there would act
 * in that name.
 */
export const stayMs = 180_000;

interface Stay {
  /** the operator at the desk */
  operator: string;
  /** the operator whose PIN was entered */
  allowedBy: string;
  until: number;
}

interface StayQuery {
  stay: string | undefined;
  right: Right;
  procedure: string;
  operator: string;
}

/**
 * Operators who entered a PIN in the settings, for as long as they stay there. Kept in memory only: a restarted desk
 * asks again.
 */
export function createStays(now: () => number, hasRight: (name: string, right: Right) => boolean) {
  const stays = new Map<string, Stay>();
  const isCovered = ({ right, procedure }: Pick<StayQuery, 'right' | 'procedure'>): boolean =>
    right === supervisorRight && rulesOf(procedure).stay === true;
  function findActive(id: string): Stay | null {
    for (const [other, { until }] of stays) if (now() >= until) stays.delete(other);
    return stays.get(id) ?? null;
  }
  return {
    isCovered,
    /** The operator whose PIN still counts for this call; null: none, so a PIN is needed. */
    allows({ stay, ...asked }: StayQuery): string | null {
      const known = stay === undefined || !isCovered(asked) ? null : findActive(stay);
      if (known?.operator !== asked.operator || !hasRight(known.allowedBy, asked.right)) return null;
      known.until = now() + stayMs;
      return known.allowedBy;
    },
    /** Starts a stay, after a PIN was entered. */
    begin({ stay, ...asked }: StayQuery, allowedBy: string): void {
      if (stay !== undefined && isCovered(asked))
        stays.set(stay, { operator: asked.operator, allowedBy, until: now() + stayMs });
    },
    /** Extends a stay and answers when it ends without further activity (ms); null: no PIN counts. */
    extend(stay: string): number | null {
      const known = findActive(stay);
      if (known) known.until = now() + stayMs;
      return known?.until ?? null;
    },
    end: (stay: string): boolean => stays.delete(stay),
  };
}
