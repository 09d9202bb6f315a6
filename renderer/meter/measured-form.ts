import { barePath, templateOf } from '../../shared/path/path.ts';
import { choices } from '../choices/choices.svelte.ts';
import { pathOfFocus } from '../forms/field-focus.ts';
import type { ScanHandler } from '../state/scan-handlers.ts';
import { throttled } from '../state/throttled.ts';
import { deskMeter } from './desk-meter.ts';
import { noField, ParcelCount } from './parcel-count.ts';

const keepMs = 1000;

/**
 * Measures the effort of filling in the form of a new entry while it is on the screen; a half-typed form is measured
 * further when it returns.
 */
export class MeasuredForm {
  readonly #kind: string;
  readonly #endpoint: number;
  readonly #hasTyped: () => boolean;
  #count: ParcelCount;
  readonly #keepSoon = throttled(() => Promise.resolve(this.#keep()), keepMs);

  constructor(kind: string, endpoint: number, hasTyped: () => boolean) {
    this.#kind = kind;
    this.#endpoint = endpoint;
    this.#hasTyped = hasTyped;
    this.#count = ParcelCount.from(deskMeter.keep.loadUnfinished(kind));
  }

  /** Counts keys that are not a scanner's, until the returned function is called. */
  listen(): () => void {
    const press = (event: KeyboardEvent) => {
      if (event.repeat) return;
      this.#count.press(fieldOfFocus(), performance.now());
      this.#keepSoon();
    };
    const leave = () => this.#keep();
    // Scanner keys are stopped at the window and do not reach the document.
    document.addEventListener('keydown', press, true);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('keydown', press, true);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }

  /** Wraps a scan handler so that each scan it accepts is counted. */
  counting(taker: ScanHandler): ScanHandler {
    const counted = <A extends unknown[], T extends boolean | 'told'>(take: ((...given: A) => T) | undefined) =>
      take &&
      ((...given: A): T => {
        const taken = take(...given);
        if (taken !== false) this.#count.scan(performance.now());
        return taken;
      });
    const [sku, number, template] = [counted(taker.sku), counted(taker.number), counted(taker.template)];
    return { ...taker, ...(sku && { sku }), ...(number && { number }), ...(template && { template }) };
  }

  saved(): void {
    deskMeter.add(this.#count.sample(this.#endpoint), choices.operator);
    this.begin();
  }

  /** Called when the form is empty again. */
  begin(): void {
    this.#count = new ParcelCount();
    deskMeter.keep.saveUnfinished(this.#kind, null);
  }

  #keep(): void {
    deskMeter.keep.saveUnfinished(this.#kind, this.#hasTyped() && !this.#count.isEmpty ? this.#count.snapshot() : null);
  }
}

function fieldOfFocus(): string {
  const path = pathOfFocus();
  return path === '' ? noField : `$.${barePath(templateOf(path))}`;
}
