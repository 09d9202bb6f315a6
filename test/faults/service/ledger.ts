import { creates } from './routes.ts';

/** What happened to one key at the service, whatever the sender was told. Times are ms of the service's process. */
export interface Account {
  endpoint: number;
  key: string;
  /** number of requests to create it, including refused ones and repeats */
  arrivals: number;
  /** times at which requests took effect; more than one is a duplicate */
  effects: number[];
  /** positions of its first arrival and of its first effect among all arrivals */
  arrivedAs: number;
  tookEffectAs: number | null;
  /** raw body of the request that took effect first */
  body: string;
  /** number of requests with other content than the one that took effect first */
  changed: number;
}

/** Records of what took effect, by key. Each kind has its own namespace of keys, as documented. */
export function openLedger(now: () => number) {
  const accounts = new Map<string, Account>();
  let arrivals = 0;
  const placeOf = (endpoint: number, key: string): string => `${creates[endpoint]?.kind ?? ''} ${key}`;

  return {
    accounts: (): Account[] => [...accounts.values()],
    find: (endpoint: number, key: string): Account | undefined => accounts.get(placeOf(endpoint, key)),
    /** Notes the arrival of a request to create it. */
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
    /** Notes that it takes effect, perhaps long after it arrived. */
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
