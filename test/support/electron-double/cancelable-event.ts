/** An Electron event whose default action a listener can prevent. */
export class CancelableEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
