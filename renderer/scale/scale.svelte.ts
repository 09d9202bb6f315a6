import type { Settings } from '../../shared/settings/settings.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { listenToPort, type Reading, findSerial, type Port, type Serial } from './scale-port.ts';
import { freshMs, Weighing } from './weighing.ts';

const retryMs = 2000;

/** State of the connection to the scale; `missing`: this browser has no serial ports. */
type LinkState = 'off' | 'missing' | 'unchosen' | 'opening' | 'open' | 'busy' | 'lost';

/** The scale of this desk: its port, while the settings enable one, and its reading. */
export class Scale {
  link = $state<LinkState>('off');
  /** The current reading; null if there is none or it is no longer fresh. */
  reading = $state.raw<Reading | null>(null);
  /** Number of parcels saved on this page: the load may be the last one's. */
  savedParcels = $state(0);
  readonly weighing = new Weighing();
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #wasLost = false;
  /** Resolves when the previous port is closed: only then can it be opened again. */
  #running: Promise<void> = Promise.resolve();
  #reconnection: AbortController | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOn(): boolean {
    return desk.settings !== null && desk.settings.scale !== 'none';
  }
  get now(): number {
    return this.#now();
  }

  /** Called after each reading. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Listens to the configured scale until the returned function is called. */
  start(settings: Pick<Settings, 'scale' | 'scaleLine'>, serial: Serial | null = findSerial()): () => void {
    const ended = new AbortController();
    this.#forgetReading();
    this.#wasLost = false;
    if (settings.scale === 'none') this.link = 'off';
    else if (serial === null) this.link = 'missing';
    else {
      this.link = 'opening';
      this.#running = this.#running.then(() => this.#run(settings, serial, ended.signal));
    }
    const looking = setInterval(() => this.#updateReading(), freshMs / 4);
    return () => {
      clearInterval(looking);
      ended.abort();
    };
  }

  /** Called when the user chose another port, or none. */
  reconnect(): void {
    this.#wasLost = false;
    this.#reconnection?.abort();
  }

  /** Called when a parcel was saved: the current load belongs to it until the scale is emptied. */
  endParcel(parcel: string): void {
    this.weighing.endParcel(parcel);
    this.savedParcels++;
  }

  async #run({ scale: way, scaleLine }: Pick<Settings, 'scale' | 'scaleLine'>, serial: Serial, ended: AbortSignal) {
    if (way === 'none') return;
    while (!ended.aborted) {
      this.#reconnection = new AbortController();
      const signal = AbortSignal.any([ended, this.#reconnection.signal]);
      const ports = await serial.getPorts().catch((): Port[] => []);
      const port = ports[0];
      if (ended.aborted) return;
      let wasOpened = false;
      const opened = () => {
        wasOpened = true;
        this.#opened();
      };
      const read = (reading: Reading) => this.#heard(reading);
      if (port) await listenToPort(port, way, scaleLine, { opened, read }, signal).catch(() => undefined);
      if (ended.aborted) return;
      if (wasOpened && !signal.aborted) this.#lost();
      else if (!this.#wasLost) this.link = port ? (wasOpened ? 'opening' : 'busy') : 'unchosen';
      if (!signal.aborted) await pause(serial, signal);
    }
  }

  #opened(): void {
    this.link = 'open';
    if (this.#wasLost) toasts.show(() => t().scale.back);
    this.#wasLost = false;
  }

  #lost(): void {
    this.#forgetReading();
    this.link = 'lost';
    this.#wasLost = true;
    toasts.show(() => t().scale.lost, 'no');
  }

  #heard(reading: Reading): void {
    this.weighing.record(reading, this.#now());
    this.#updateReading();
    for (const listener of this.#listeners) listener();
  }

  #updateReading(): void {
    this.reading = this.weighing.freshReading(this.#now());
  }

  #forgetReading(): void {
    this.weighing.reset();
    this.reading = null;
  }
}

/** Waits until the next attempt is due or a port is connected. */
function pause(serial: Serial, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      serial.removeEventListener('connect', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, retryMs);
    serial.addEventListener('connect', end);
    signal.addEventListener('abort', end);
  });
}

export const scale = new Scale();
