/** An event of Electron whose usual course a listener may stop. */
export class CancelableEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
