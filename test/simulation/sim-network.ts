import { befall, type Exchanged } from './befall.ts';
import { nameOf } from './exchange-name.ts';
import { calm, type Fate, type Weather } from './fates.ts';
import { tokenIn } from './orders.ts';
import { chanceOf, type Seeded } from './seeded.ts';
import type { Heard, SendingFolder, Sent } from './sent.ts';
import { text, type SimAnswer } from './sim-answers.ts';
import type { SimService } from './sim-service.ts';
import type { Life, World } from './world.ts';
import { Dispatcher } from 'undici';

export const origin = 'https://service.example';
export const practiceOrigin = 'http://127.0.0.1:9';
export const headerName = 'x-desk-secret';

const failure = (code: string) => Object.assign(new Error(`failed: ${code}`), { code });

/** With these fates a status check gets the service's own answer. */
const saysWhatIs: readonly Fate[] = ['well', 'slow'];

export interface NetworkHost {
  world: World;
  seed: number;
  service: SimService;
  practice: SimService;
  /** the fates of a replayed story, by exchange; null: random */
  fates: Readonly<Record<string, Fate>> | null;
  /** called for each exchange whose fate is a fault, with its name, endpoint and keys */
  onFault: (fate: Fate | 'unauthorized', exchange: string, endpoint: number, keys: readonly string[]) => void;
  /**
   * called for each create that leaves for the service; the function it returns is called when the answer has arrived
   * completely
   */
  onLeaving: (sent: Sent) => (heard: Heard) => void;
  /** called for each status check whose answer arrived completely and says whether these keys are known */
  onStatus: (keys: readonly string[]) => void;
  broken: (what: string) => void;
}

/** A replaced desk may finish exchanges under way for this long. */
const underwayMs = 90_000;

/** A run of a program and its desk: "always ask", when (ms) a person last rescheduled it, and its folder. */
interface Origin {
  life: Life;
  alwaysAsks: () => boolean;
  rescheduledAt: () => number;
  folder: SendingFolder;
}

/**
 * The network between desk and service, as the dispatcher that a host provides. Time comes from the world, random
 * numbers from the story.
 */
export class SimNetwork {
  /** requests under way to the service, by name; they may still take effect */
  readonly underway = new Map<string, number>();
  weather: Weather = calm;
  /** nothing gets through, as in an outage */
  down = false;
  /** endpoints whose exchanges all have one fate for a while */
  readonly ill = new Map<number, Fate>();
  /** the secret that the service accepts now, and all that ever were */
  secret = 'sim-secret-0';
  readonly secrets = new Set<string>([this.secret]);
  /** requests that got a connection */
  reached = 0;
  /** called once, when the next create has got a connection */
  onceSending: (() => void) | null = null;
  readonly happened = new Map<string, number>();
  readonly #host: NetworkHost;
  readonly #count = new Map<string, number>();
  /** creates for which a run of a program still awaits an answer */
  readonly #waited = new WeakMap<Life, Set<string>>();

  constructor(host: NetworkHost) {
    this.#host = host;
  }

  /** The dispatcher of one run of a program: after its end, answers are dropped and nothing is sent. */
  dispatcher(life: Life, alwaysAsks: () => boolean, rescheduledAt: () => number, folder: SendingFolder): Dispatcher {
    return new SimDispatcher((options, handler) =>
      this.#send(options, handler, { life, alwaysAsks, rescheduledAt, folder }),
    );
  }

  /**
   * Makes the service accept another secret from now on. The function it returns reverts that, unless the secret has
   * changed again.
   */
  takeAnother(secret: string): () => void {
    const before = this.secret;
    this.secret = secret;
    this.secrets.add(secret);
    return () => void (this.secret = this.secret === secret ? before : this.secret);
  }

  /** Whether a request with this key may still arrive. */
  mayArrive(endpoint: number, key: string): boolean {
    return (this.underway.get(`${endpoint} ${key}`) ?? 0) > 0;
  }

  #fateOf(exchange: string, endpoint: number, chance: Seeded): Fate {
    const { fates } = this.#host;
    if (this.down) return 'no-connection';
    if (fates) return fates[exchange] ?? 'well';
    return this.ill.get(endpoint) ?? chance.weighted(this.weather);
  }

  #send(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    { life, alwaysAsks, rescheduledAt, folder }: Origin,
  ): boolean {
    if (life.over) return true;
    const { world, seed, onFault, onLeaving } = this.#host;
    const { method, path } = options;
    if (life.closed) this.#host.broken(`rule 2: a desk that was closed goes on: ${method} ${path}`);
    const body = typeof options.body === 'string' ? options.body : null;
    const isPractice = options.origin === practiceOrigin;
    const given = this.#secretOf(options);
    const { name, endpoint, keys, creates } = nameOf(method, path, body);
    const nth = (this.#count.get(name) ?? 0) + 1;
    this.#count.set(name, nth);
    const exchange = `${name}#${nth}`;
    const chance = chanceOf(seed, `exchange ${exchange}`);
    const fate: Fate = isPractice ? 'well' : this.#fateOf(exchange, endpoint, chance);
    const stranger = !isPractice && given !== this.secret;
    const shown = stranger && fate === 'well' ? 'unauthorized' : fate;
    this.happened.set(shown, (this.happened.get(shown) ?? 0) + 1);
    if (shown !== 'well') onFault(shown, exchange, endpoint, keys);
    const heard =
      creates && !isPractice && body !== null
        ? onLeaving({
            endpoint,
            key: keys[0] ?? '',
            body,
            fate: shown,
            alwaysAsks,
            sender: { life, folder, rescheduledAt },
          })
        : () => undefined;
    if (creates && !isPractice && world.elapsed() - (folder.leftAt ?? Infinity) > underwayMs)
      this.#host.broken(`rule 2: ${exchange} is sent by a folder that another one has taken the place of`);
    world.say(`network: ${isPractice ? 'practice ' : ''}${exchange} ${shown}`);

    const ended = creates && !isPractice ? this.#waits(life, `${name} ${tokenIn(body ?? '').entry}`) : () => undefined;

    let aborted = false;
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: () => {
        aborted = true;
        ended();
      },
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController;
    const alive = (act: () => void) => () => (aborted || life.over ? undefined : act());
    const failed = (code: string): void => {
      ended();
      handler.onResponseError?.(controller, failure(code));
    };
    const fail = (code: string) => alive(() => failed(code));

    if (fate === 'no-name' || fate === 'no-connection' || fate === 'tls') {
      const codes = { 'no-name': 'ENOTFOUND', 'no-connection': 'ECONNREFUSED', tls: 'CERT_HAS_EXPIRED' } as const;
      world.after(chance.between(1, 50), fail(codes[fate]));
      return true;
    }
    this.reached += 1;
    if (creates && !isPractice) {
      const call = this.onceSending;
      this.onceSending = null;
      call?.();
    }
    const wayMs = chance.between(2, fate === 'slow' ? 20_000 : 120);
    const service = isPractice ? this.#host.practice : this.#host.service;
    const { generation } = folder;
    const arrive = (): SimAnswer => {
      this.#left(name);
      return stranger ? text(401, 'who are you') : service.handle(method, path, body, { generation, secret: given });
    };
    const back = ({ status, contentType, body: said, headers = {} }: SimAnswer, cut = false): void =>
      void world.after(
        wayMs,
        alive(() => {
          handler.onResponseStart?.(controller, status, { 'content-type': contentType, ...headers }, '');
          // The status 401 is known before the body, which may never end.
          if (status === 401) heard({ status, waitMs: 0 });
          const bytes = Buffer.from(said);
          const part = cut ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes;
          if (part.length > 0) handler.onResponseData?.(controller, part);
          if (aborted) return;
          if (cut) failed('ECONNRESET');
          else {
            ended();
            const tells = status === 404 ? fate !== 'forbidden' : status === 200 && saysWhatIs.includes(fate);
            const isStatus = !creates && !isPractice && tells;
            if (isStatus) this.#host.onStatus(keys);
            handler.onResponseEnd?.(controller, {});
            heard({ status, waitMs: waitIn(headers) });
          }
        }),
      );
    this.underway.set(name, (this.underway.get(name) ?? 0) + 1);
    world.after(
      1,
      alive(() => handler.onRequestStart?.(controller, {})),
    );
    const outcome: Exchanged = {
      chance,
      world,
      key: keys[0],
      creates,
      arrive,
      lost: () => this.#left(name),
      answers: back,
      fails: fail('ECONNRESET'),
    };
    world.after(wayMs, () => befall(fate, outcome));
    return true;
  }

  /**
   * Rule 2: while a desk awaits an answer it does not send the same again. Returns what to call when the exchange ends.
   */
  #waits(life: Life, name: string): () => void {
    const waited = this.#waited.get(life) ?? new Set<string>();
    this.#waited.set(life, waited);
    if (waited.has(name)) this.#host.broken(`rule 2: ${name} was sent again while it was on its way`);
    waited.add(name);
    return () => void waited.delete(name);
  }

  /** Rule 8: a secret goes to no other origin. */
  #secretOf({ origin: to, headers }: Dispatcher.DispatchOptions): string | undefined {
    const text = JSON.stringify(headers ?? {});
    if (to !== origin && [...this.secrets].some((secret) => text.includes(secret)))
      this.#host.broken(`a secret was sent to ${String(to)}`);
    if (to !== origin && to !== practiceOrigin) this.#host.broken(`something was sent to ${String(to)}`);
    return (headers as Record<string, string> | undefined)?.[headerName];
  }

  #left(name: string): void {
    this.underway.set(name, (this.underway.get(name) ?? 1) - 1);
  }
}

/** The wait that Retry-After asks for (ms); 0: none. */
function waitIn({ 'retry-after': after = '0', date = '' }: Record<string, string>): number {
  return /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(date);
}

class SimDispatcher extends Dispatcher {
  readonly #send: Dispatcher['dispatch'];

  constructor(send: Dispatcher['dispatch']) {
    super();
    this.#send = send;
  }
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#send(options, handler);
  }
  override close(): Promise<void> {
    return Promise.resolve();
  }
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}
