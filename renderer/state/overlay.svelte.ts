/** The one open dialog of the frame, if any. */
class Overlay {
  shown = $state<'palette' | 'keys' | 'operator' | 'support' | null>(null);

  close = (): void => {
    this.shown = null;
  };
}

export const overlay = new Overlay();
