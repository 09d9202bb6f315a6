import type { ShellTexts } from './shell-texts.ts';
import { app, Menu, nativeImage, Tray } from 'electron';

export interface DeskTray {
  /** number of waiting orders, in the language of the screens */
  show(waiting: number, words: ShellTexts['tray']): void;
}

/**
 * A tray icon with the number of waiting orders, if the platform has a tray; otherwise nothing is lost, since the
 * window shows the number too.
 */
export function openTray(open: () => void, quit: () => void): DeskTray {
  const tray = makeTray(open);
  let shown = '';
  return {
    show(waiting, words) {
      const waitingText = words.waiting(waiting);
      if (waitingText === shown) return;
      shown = waitingText;
      // badge of the app icon: macOS, and Linux docks that support it
      app.setBadgeCount(waiting);
      if (!tray) return;
      tray.setToolTip(`Parcel Desk: ${waitingText}`);
      // text beside the icon, supported only by macOS
      tray.setTitle(waiting === 0 ? '' : String(waiting));
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: waitingText, enabled: false },
          { type: 'separator' },
          { label: words.open, click: open },
          { label: words.quit, click: quit },
        ]),
      );
    },
  };
}

function makeTray(open: () => void): Tray | null {
  try {
    const tray = new Tray(trayIcon());
    tray.on('click', open);
    return tray;
  } catch {
    return null;
  }
}

/** Icon of a parcel in two densities; macOS colours it itself. */
function trayIcon(): Electron.NativeImage {
  const image = nativeImage.createEmpty();
  for (const scaleFactor of [1, 2]) {
    const size = 22 * scaleFactor;
    image.addRepresentation({ scaleFactor, width: size, height: size, buffer: parcelPixels(size, process.platform) });
  }
  if (process.platform === 'darwin') image.setTemplateImage(true);
  return image;
}

/** Pixels (blue, green, red, alpha) of a square parcel with its tape, in a colour visible on light and dark. */
export function parcelPixels(size: number, platform: NodeJS.Platform): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const [blue, green, red] = platform === 'darwin' ? [0, 0, 0] : [60, 140, 210];
  const edge = Math.round(size / 8);
  const tape = size / 12;
  for (let y = edge; y < size - edge; y += 1) {
    for (let x = edge; x < size - edge; x += 1) {
      const isTape = Math.abs(x + 0.5 - size / 2) < tape && y < size / 2;
      if (!isTape) pixels.set([blue, green, red, 255], (y * size + x) * 4);
    }
  }
  return pixels;
}
