import { Dispatcher } from 'undici';
import { readAddress } from '../../shared/service/request-address.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { Seeded } from './seeded.ts';
import type { SimAnswer, SimService } from './sim-service.ts';
import type { Life, World } from './world.ts';

/** What may happen to one exchange on its way. */
export const fates = [
  'well',
  'slow',
  'never-left',
  'lost-before',
  'lost-after',
  'late',
  'hangs',
  'cut',
  'empty',
  'error-before',
  'error-after',
  'too-many',
  'portal',
  'redirect',
] as const;
export type Fate = (typeof fates)[number];
export type Weather = Readonly<Record<Fate, number>>;

const errors = {
  refused: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  reset: () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
};

/** Effects arrive within this time of being lost (ms): the grace period that the promise of the desk is about. */
const latestEffectMs = 8 * 60_000;

/** The network between desk and service, as a way out that a host gives. Times are of the world, chances of the story. */
export class SimNetwork {
  /** requests on their way to the service, by key: they may take effect yet */
  readonly underway = new Map<string, number>();
  weather: Weather;
  /** nothing gets through, as in an outage */
  down = false;
  /** the service refuses the secret */
  unauthorized = false;
  /** counts of what happened to requests, by fate */
  readonly happened = new Map<Fate, number>();
  /** secrets that reached an address */
  readonly heard: { origin: string; headers: string }[] = [];
  readonly #world: World;
  readonly #random: Seeded;
  readonly #service: SimService;

  constructor(world: World, random: Seeded, service: SimService, weather: Weather) {
    this.#world = world;
    this.#random = random;
    this.#service = service;
    this.weather = weather;
  }

  /** The way out of one life of a program: what comes back after its end reaches nobody. */
  wayOut(life: Life): Dispatcher {
    return new WayOut((options, handler) => this.#send(options, handler, life));
  }

  #send(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, life: Life): boolean {
    if (life.over) return true;
    const world = this.#world;
    const random = this.#random;
    const { method, path } = options;
    const body = typeof options.body === 'string' ? options.body : null;
    const fate = this.down ? 'never-left' : random.weighted(this.weather);
    this.happened.set(fate, (this.happened.get(fate) ?? 0) + 1);
    const name = this.#nameOf(method, path, body);
    world.say(`network: ${name} ${fate}`);
    let aborted = false;
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: () => void (aborted = true),
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Dispatcher.DispatchController;
    const alive = (act: () => void) => () => (aborted || life.over ? undefined : act());
    const fail = (error: Error) => handler.onResponseError?.(controller, error);

    if (fate === 'never-left') {
      world.after(
        random.between(1, 50),
        alive(() => fail(errors.refused())),
      );
      return true;
    }
    const wayMs = random.between(2, fate === 'slow' ? 20_000 : 120);
    const begin = () => handler.onRequestStart?.(controller, {});
    const arrive = (): SimAnswer => {
      this.#left(name);
      if (this.unauthorized) return { status: 401, contentType: 'text/plain', body: 'who are you' };
      return this.#service.handle(method, path, body);
    };
    const answer = ({ status, contentType, body: text, headers = {} }: SimAnswer, cutAt: number | null = null) => {
      handler.onResponseStart?.(controller, status, { 'content-type': contentType, ...headers }, '');
      const bytes = Buffer.from(text);
      if (bytes.length > 0) handler.onResponseData?.(controller, bytes.subarray(0, cutAt ?? bytes.length));
      if (cutAt === null) handler.onResponseEnd?.(controller, {});
      else fail(errors.reset());
    };
    this.underway.set(name, (this.underway.get(name) ?? 0) + 1);
    world.after(1, alive(begin));

    const back = (made: SimAnswer, cut = false) =>
      world.after(
        wayMs,
        alive(() => answer(made, cut ? Math.floor(made.body.length / 2) : null)),
      );
    world.after(wayMs, () => {
      switch (fate) {
        case 'well':
        case 'slow':
          return back(arrive());
        case 'cut':
          return back(arrive(), true);
        case 'empty':
          return back({ ...arrive(), body: '' });
        case 'lost-before':
          this.#left(name);
          return alive(() => fail(errors.reset()))();
        case 'lost-after':
          arrive();
          return alive(() => fail(errors.reset()))();
        case 'late':
          alive(() => fail(errors.reset()))();
          return void world.after(random.between(0, latestEffectMs), arrive);
        case 'hangs':
          if (random.chance(0.5)) arrive();
          else this.#left(name);
          return;
        case 'error-before':
          this.#left(name);
          return back({ status: random.one([500, 502, 503]), contentType: 'text/html', body: '<p>no</p>' });
        case 'error-after':
          arrive();
          return back({ status: random.one([500, 502, 504]), contentType: 'text/html', body: '<p>no</p>' });
        case 'too-many':
          this.#left(name);
          return back({
            status: 429,
            contentType: 'text/plain',
            body: 'slow down',
            headers: random.chance(0.5) ? { 'retry-after': String(1 + random.below(60)) } : {},
          });
        case 'portal':
          this.#left(name);
          return back({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' });
        case 'redirect':
          this.#left(name);
          return back({
            status: 302,
            contentType: 'text/plain',
            body: '',
            headers: { location: 'https://door.example/' },
          });
      }
    });
    return true;
  }

  /** Whether something about this key may still arrive. */
  mayArrive(endpoint: number, key: string): boolean {
    return (this.underway.get(`${endpoint} ${key}`) ?? 0) > 0;
  }

  #left(name: string): void {
    this.underway.set(name, (this.underway.get(name) ?? 1) - 1);
  }

  #nameOf(method: string, path: string, body: string | null): string {
    const address = readAddress(method, path);
    if (!address) return `${method} ${path}`;
    const { key } = endpointOf(address.endpoint);
    const sent: unknown = body === null ? undefined : JSON.parse(body);
    return `${address.endpoint} ${key ? String(valueAt(sent, key.path)) : Object.values(address.path).join()}`;
  }
}

class WayOut extends Dispatcher {
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
