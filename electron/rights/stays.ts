import { allowedByStay, supervising, type Right } from '../../shared/rights/rights.ts';

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

interface Asked {
  stay: string | undefined;
  right: Right;
  procedure: string;
  operator: string;
}

/**
 * Operators who entered a PIN in the settings, for as long as they stay there. Kept in memory only: a restarted desk
 * asks again.
 */
export function openStays(now: () => number, mayStill: (name: string, right: Right) => boolean) {
  const stays = new Map<string, Stay>();
  const isCovered = ({ right, procedure }: Pick<Asked, 'right' | 'procedure'>): boolean =>
    right === supervising && allowedByStay.some((one) => one === procedure);
  function there(id: string): Stay | null {
    for (const [other, { until }] of stays) if (now() >= until) stays.delete(other);
    return stays.get(id) ?? null;
  }
  return {
    isCovered,
    /** The operator whose PIN still counts for this call; null: none, so a PIN is needed. */
    allows({ stay, ...asked }: Asked): string | null {
      const known = stay === undefined || !isCovered(asked) ? null : there(stay);
      if (known?.operator !== asked.operator || !mayStill(known.allowedBy, asked.right)) return null;
      known.until = now() + stayMs;
      return known.allowedBy;
    },
    /** Starts a stay, after a PIN was entered. */
    begin({ stay, ...asked }: Asked, allowedBy: string): void {
      if (stay !== undefined && isCovered(asked))
        stays.set(stay, { operator: asked.operator, allowedBy, until: now() + stayMs });
    },
    /** Extends a stay and answers when it ends without further activity (ms); null: no PIN counts. */
    goOn(stay: string): number | null {
      const known = there(stay);
      if (known) known.until = now() + stayMs;
      return known?.until ?? null;
    },
    end: (stay: string): boolean => stays.delete(stay),
  };
}
