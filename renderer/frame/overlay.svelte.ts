/** The one dialog of the frame that may be open. */
class Overlay {
  shown = $state<'palette' | 'keys' | 'operator' | 'support' | null>(null);

  close = (): void => {
    this.shown = null;
  };
}

export const overlay = new Overlay();
