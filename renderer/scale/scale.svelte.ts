import type { Settings } from '../../shared/settings/settings.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { listenToPort, type Reading, findSerial, type Port, type Serial } from './scale-port.ts';
import { maxReadingAgeMs, Weighing } from './weighing.ts';

const retryMs = 2000;

/** State of the connection to the scale; `missing`: this browser has no serial ports. */
type LinkState = 'off' | 'missing' | 'unchosen' | 'opening' | 'open' | 'busy' | 'lost';

/** The scale of this desk: its port, while the settings enable one, and its reading. */
export class Scale {
  link = $state<LinkState>('off');
  /** The current reading; null if there is none or it is no longer fresh. */
  reading = $state.raw<Reading | null>(null);
  /**
   * Number of parcels saved on this page. It names the next new parcel, so that the load of the last one is not taken
   * for it.
   */
  savedParcels = $state(0);
  readonly weighing = new Weighing();
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #wasLost = false;
  /** Resolves when the previous port is closed: only then can it be opened again. */
  #portClosed: Promise<void> = Promise.resolve();
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
    const stopController = new AbortController();
    this.#forgetReading();
    this.#wasLost = false;
    if (settings.scale === 'none') this.link = 'off';
    else if (serial === null) this.link = 'missing';
    else {
      this.link = 'opening';
      this.#portClosed = this.#portClosed.then(() => this.#listen(settings, serial, stopController.signal));
    }
    const freshnessTimer = setInterval(() => this.#updateReading(), maxReadingAgeMs / 4);
    return () => {
      clearInterval(freshnessTimer);
      stopController.abort();
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

  async #listen(
    { scale: protocol, scaleLine }: Pick<Settings, 'scale' | 'scaleLine'>,
    serial: Serial,
    stopSignal: AbortSignal,
  ) {
    if (protocol === 'none') return;
    while (!stopSignal.aborted) {
      this.#reconnection = new AbortController();
      const signal = AbortSignal.any([stopSignal, this.#reconnection.signal]);
      const grantedPorts = await serial.getPorts().catch((): Port[] => []);
      const port = grantedPorts[0];
      if (stopSignal.aborted) return;
      let wasOpened = false;
      const onOpened = () => {
        wasOpened = true;
        this.#handleOpened();
      };
      const onReading = (reading: Reading) => this.#receiveReading(reading);
      if (port) await listenToPort(port, protocol, scaleLine, { onOpened, onReading }, signal).catch(() => undefined);
      if (stopSignal.aborted) return;
      if (wasOpened && !signal.aborted) this.#handleLost();
      else if (!this.#wasLost) this.link = port ? (wasOpened ? 'opening' : 'busy') : 'unchosen';
      if (!signal.aborted) await waitForRetry(serial, signal);
    }
  }

  #handleOpened(): void {
    this.link = 'open';
    if (this.#wasLost) toasts.show(() => t().scale.back);
    this.#wasLost = false;
  }

  #handleLost(): void {
    this.#forgetReading();
    this.link = 'lost';
    this.#wasLost = true;
    toasts.show(() => t().scale.lost, 'no');
  }

  #receiveReading(reading: Reading): void {
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
function waitForRetry(serial: Serial, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      serial.removeEventListener('connect', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, retryMs);
    serial.addEventListener('connect', finish);
    signal.addEventListener('abort', finish);
  });
}

export const scale = new Scale();
