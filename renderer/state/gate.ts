/** Releases everyone waiting when it is opened, and is closed again at once. */
export class Gate {
  #waiting: (() => void)[] = [];

  opened(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
