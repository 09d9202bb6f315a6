/** Lets everyone through who waits when it is opened, and closes behind them. */
export class Gate {
  #waiting: (() => void)[] = [];

  opened(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
