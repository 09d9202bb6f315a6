import type { ShellTexts } from './shell-texts.ts';
import { app, Menu, nativeImage, Tray } from 'electron';

export interface DeskTray {
  /** shows the number of waiting orders, in the language of the screens */
  show(waitingCount: number, texts: ShellTexts['tray']): void;
}

/** A tray icon with the number of waiting orders, if the platform has a tray. The window shows the number too. */
export function openTray(openWindow: () => void, quit: () => void): DeskTray {
  const tray = makeTray(openWindow);
  let shownText = '';
  return {
    show(waitingCount, texts) {
      const waitingText = texts.waiting(waitingCount);
      if (waitingText === shownText) return;
      shownText = waitingText;
      // badge of the app icon: macOS, and Linux docks that support it
      app.setBadgeCount(waitingCount);
      if (!tray) return;
      tray.setToolTip(`Parcel Desk: ${waitingText}`);
      // text beside the icon, supported only by macOS
      tray.setTitle(waitingCount === 0 ? '' : String(waitingCount));
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: waitingText, enabled: false },
          { type: 'separator' },
          { label: texts.open, click: openWindow },
          { label: texts.quit, click: quit },
        ]),
      );
    },
  };
}

function makeTray(openWindow: () => void): Tray | null {
  try {
    const tray = new Tray(trayIcon());
    tray.on('click', openWindow);
    return tray;
  } catch {
    return null;
  }
}

/** Icon of a parcel in two densities; macOS sets its colour. */
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
