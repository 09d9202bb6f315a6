import type { MenuItemConstructorOptions } from 'electron';
import type { ShellTexts } from './shell-words.ts';
import type { Zoom } from './zoom.ts';

/** Editing and zoom, whose shortcuts need a menu. Reload and developer tools are not for the counter. */
export function appMenu(
  platform: NodeJS.Platform,
  zoom: Pick<Zoom, 'in' | 'out' | 'reset'>,
  words: ShellTexts['menu'],
): MenuItemConstructorOptions[] {
  const hidden = (accelerator: string, click: () => void): MenuItemConstructorOptions => ({
    label: accelerator,
    accelerator,
    click,
    visible: false,
  });
  const edits = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const;
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: words.edit, submenu: edits.map((role) => ({ role, label: words[role] })) },
    {
      label: words.view,
      submenu: [
        { label: words.zoomIn, accelerator: 'CommandOrControl+Plus', click: () => zoom.in() },
        { label: words.zoomOut, accelerator: 'CommandOrControl+-', click: () => zoom.out() },
        { label: words.actualSize, accelerator: 'CommandOrControl+0', click: () => zoom.reset() },
        // plus without Shift on most keyboards, and the number pad
        hidden('CommandOrControl+=', () => zoom.in()),
        hidden('CommandOrControl+numadd', () => zoom.in()),
        hidden('CommandOrControl+numsub', () => zoom.out()),
        hidden('CommandOrControl+num0', () => zoom.reset()),
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
  ];
}
