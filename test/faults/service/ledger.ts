import { creates } from './routes.ts';

/** What came of one key at the service, whatever its sender was told. Times are ms of the service's process. */
export interface Account {
  endpoint: number;
  key: string;
  /** how many requests to create it came, refused ones and repeats included */
  arrivals: number;
  /** when each of them took effect that did: more than one is a double */
  effects: number[];
  /** places of its first arrival and first effect among all arrivals */
  arrivedAs: number;
  tookEffectAs: number | null;
  /** as it first took effect, raw */
  body: string;
  /** how many came with other content than the first that took effect */
  changed: number;
}

/** Books of what took effect, by key. Keys are one namespace for each kind, as the document has them. */
export function openLedger(now: () => number) {
  const accounts = new Map<string, Account>();
  let arrivals = 0;
  const placeOf = (endpoint: number, key: string): string => `${creates[endpoint]?.kind ?? ''} ${key}`;

  return {
    accounts: (): Account[] => [...accounts.values()],
    find: (endpoint: number, key: string): Account | undefined => accounts.get(placeOf(endpoint, key)),
    /** A request to create it came. */
    arrived(endpoint: number, key: string, body: string): Account {
      arrivals += 1;
      const known = accounts.get(placeOf(endpoint, key));
      if (known) {
        known.arrivals += 1;
        if (known.effects.length > 0 && known.body !== body) known.changed += 1;
        return known;
      }
      const fresh = {
        endpoint,
        key,
        arrivals: 1,
        effects: [],
        arrivedAs: arrivals,
        tookEffectAs: null,
        body: '',
        changed: 0,
      };
      accounts.set(placeOf(endpoint, key), fresh);
      return fresh;
    },
    /** It takes effect, perhaps long after it came. */
    takeEffect(account: Account, body: string): void {
      if (account.effects.length === 0) {
        account.body = body;
        account.tookEffectAs = arrivals;
      }
      account.effects.push(now());
    },
  };
}
export type Ledger = ReturnType<typeof openLedger>;
