import { rulesOf } from '../../shared/contract/desk-contract.ts';
import { supervisorRight, type Right } from '../../shared/rights/rights.ts';

/**
 * How long a PIN entered in the settings counts without activity (ms); if longer, the next person at the desk could act
 * under that name.
 */
export const stayMs = 180_000;

/** A visit of the settings for which a PIN was entered. */
interface Stay {
  /** the operator at the desk */
  operator: string;
  /** the operator whose PIN was entered */
  allowedBy: string;
  endsAt: number;
}

interface StayQuery {
  stay: string | undefined;
  right: Right;
  procedure: string;
  operator: string;
}

/**
 * Remembers that an operator entered a PIN in the settings, as long as they stay there. In memory only: after a restart
 * the PIN is asked for again.
 */
export function createStays(now: () => number, hasRight: (name: string, right: Right) => boolean) {
  const stays = new Map<string, Stay>();
  const isCovered = ({ right, procedure }: Pick<StayQuery, 'right' | 'procedure'>): boolean =>
    right === supervisorRight && rulesOf(procedure).stay === true;
  function findActive(id: string): Stay | null {
    for (const [stayId, { endsAt }] of stays) if (now() >= endsAt) stays.delete(stayId);
    return stays.get(id) ?? null;
  }
  return {
    isCovered,
    /** The operator whose PIN still counts for this call; null: a PIN is needed. Extends the stay. */
    approverFor({ stay, ...query }: StayQuery): string | null {
      const active = stay === undefined || !isCovered(query) ? null : findActive(stay);
      if (active?.operator !== query.operator || !hasRight(active.allowedBy, query.right)) return null;
      active.endsAt = now() + stayMs;
      return active.allowedBy;
    },
    /** Starts a stay, after a PIN was entered. */
    begin({ stay, ...query }: StayQuery, allowedBy: string): void {
      if (stay !== undefined && isCovered(query))
        stays.set(stay, { operator: query.operator, allowedBy, endsAt: now() + stayMs });
    },
    /** Extends a stay and returns when it ends without further activity (ms); null: it has ended. */
    extend(stay: string): number | null {
      const active = findActive(stay);
      if (active) active.endsAt = now() + stayMs;
      return active?.endsAt ?? null;
    },
    end: (stay: string): boolean => stays.delete(stay),
  };
}
