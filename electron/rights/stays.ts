import { allowedByStay, supervising, type Right } from '../../shared/rights/rights.ts';

/** So long somebody who does nothing stays in the settings (ms): longer, and whoever stands there next would act in that name. */
export const stayMs = 180_000;

interface Stay {
  /** who is at the desk */
  operator: string;
  /** whose PIN was given */
  allowedBy: string;
  until: number;
}

interface Asked {
  stay: string | undefined;
  right: Right;
  procedure: string;
  operator: string;
}

/** Who has proved in the settings who they are, for as long as they stay there. Kept nowhere: a desk that begins anew asks again. */
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
    /** Whose PIN still counts for this; null: none, it is to be asked for. */
    allows({ stay, ...asked }: Asked): string | null {
      const known = stay === undefined || !isCovered(asked) ? null : there(stay);
      if (known?.operator !== asked.operator || !mayStill(known.allowedBy, asked.right)) return null;
      known.until = now() + stayMs;
      return known.allowedBy;
    },
    /** A PIN was given. */
    begin({ stay, ...asked }: Asked, allowedBy: string): void {
      if (stay !== undefined && isCovered(asked))
        stays.set(stay, { operator: asked.operator, allowedBy, until: now() + stayMs });
    },
    /** Answers until when it lasts if nothing more is heard; null: no PIN counts. */
    goOn(stay: string): number | null {
      const known = there(stay);
      if (known) known.until = now() + stayMs;
      return known?.until ?? null;
    },
    end: (stay: string): boolean => stays.delete(stay),
  };
}
