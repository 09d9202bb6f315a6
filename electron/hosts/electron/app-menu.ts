import type { MenuItemConstructorOptions } from 'electron';
import type { Zoom } from './zoom.ts';

/** Editing and zoom, whose keys come with the menu. Reload and developer tools are not for the counter. */
export function appMenu(platform: NodeJS.Platform, zoom: Omit<Zoom, 'apply'>): MenuItemConstructorOptions[] {
  const hidden = (accelerator: string, click: () => void): MenuItemConstructorOptions => ({
    label: accelerator,
    accelerator,
    click,
    visible: false,
  });
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { label: 'Zoom In', accelerator: 'CommandOrControl+Plus', click: () => zoom.in() },
        { label: 'Zoom Out', accelerator: 'CommandOrControl+-', click: () => zoom.out() },
        { label: 'Actual Size', accelerator: 'CommandOrControl+0', click: () => zoom.reset() },
        // the plus of most keyboards without its Shift, and the keys for numbers
        hidden('CommandOrControl+=', () => zoom.in()),
        hidden('CommandOrControl+numadd', () => zoom.in()),
        hidden('CommandOrControl+numsub', () => zoom.out()),
        hidden('CommandOrControl+num0', () => zoom.reset()),
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
  ];
}
