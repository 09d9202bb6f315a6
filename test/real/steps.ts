/** One thing that no test of this repository can see, in words for the person at the PC. */
export interface Step {
  name: string;
  /** what must be at hand; undefined: nothing but the PC */
  needs?: string;
  do: string;
  see: string;
}

/** Ordered so that each step leads to the next; about 40 s each, in practice unless a step says live. */
export const steps: readonly Step[] = [
  {
    name: 'start from the menu',
    do: 'Start Parcel Desk from the menu or the desktop of the system, as staff do. Then start it there once more.',
    see: 'Its own icon, one window within three seconds, no terminal, and the second start brings the same window to the front.',
  },
  {
    name: 'the Electron it was built for',
    do: 'Press Shift+F1 and read what the file for support would hold.',
    see: 'The version of Electron there is the one that package.json names, and the version of the program is the one you mean to check.',
  },
  {
    name: 'a scanner',
    needs: 'a barcode scanner as a keyboard, with the Enter it comes with',
    do: 'New label order. Scan a code of a parcel into the first field, then one of goods into an SKU line, ten times quickly.',
    see: 'Each code stands whole in one field, nothing was saved by its Enter before you wanted it, none is missing or twice.',
  },
  {
    name: 'a scale',
    needs: 'a scale on a serial port or USB that sends all the time, answers MT-SICS or is an 8217',
    do: 'Settings, Scale: choose how it speaks, save, choose its port. New label order: put a parcel on it, press Alt+W, save, press Alt+W again, then pull its cable and put it back, and start Parcel Desk anew.',
    see: 'The dialog lists its port; the weight beside the field follows the scale and is entered as it shows it; the second time the desk asks for it to be emptied first; the pulled cable is said, and so is its return; after the start nothing has to be chosen.',
  },
  {
    name: 'letters of this keyboard',
    do: 'Type an address with the letters of your language, with its input method if it has one (pinyin, kana), and confirm a word with Enter.',
    see: 'The Enter of the input method chooses the word and saves nothing.',
  },
  {
    name: 'a label on paper',
    needs: 'a label printer with 100 x 150 mm or 4 x 6 inch labels',
    do: 'Settings, Printers: add it, print its test label and scan that. Then print the label of an order.',
    see: 'The frame of the test label is whole; the label of the order fills the paper, nothing is cut at an edge, and the scanner reads every code.',
  },
  {
    name: 'the printer without paper',
    needs: 'the same printer',
    do: 'Print five labels, and open the printer or take the paper out after the second.',
    see: 'The desk says so within some seconds and asks what is on paper; after one answer the rest comes, none twice, none missing.',
  },
  {
    name: 'the cable pulled',
    needs: 'the live service, or one of yours',
    do: 'Pull the network cable or switch Wi-Fi off, save three orders, wait until the desk says it is offline, and connect it again.',
    see: 'Saving was as quick as before; offline is said with its cause; within half a minute after connecting all three are sent, once each.',
  },
  {
    name: 'sleep',
    do: 'Save an order with a hold of an hour, close the lid or choose Sleep, wait a minute, wake it.',
    see: 'The desk is as it was, and tells no outage that is over.',
  },
  {
    name: 'the program ended by force',
    do: 'Type half an order, save another one, and end Parcel Desk in the task manager at once. Start it again.',
    see: 'The saved order is there, and the half-typed one stands in its form.',
  },
  {
    name: 'another screen',
    needs: 'a second screen, best of another density',
    do: 'Move the window to it, zoom with Ctrl and +, move it back, then unplug that screen while the window is on it.',
    see: 'Text is sharp on both, each keeps its own zoom, and the window is whole on the screen that is left.',
  },
  {
    name: 'told while away',
    needs: 'the live service, or one of yours',
    do: 'Send an order that the service refuses with a hold of ten seconds, and put another window before the desk meanwhile.',
    see: 'A notification of the system without name or address; a click on it opens the outbox. The sign beside the clock tells how many wait.',
  },
  {
    name: 'started with the session',
    do: 'Settings: switch "Open Parcel Desk" on, sign out of the system and in again. Then switch it off.',
    see: 'It opens by itself after signing in, and the secret of the service is still there.',
  },
  {
    name: 'closing while something waits',
    needs: 'the live service, or one of yours, disconnected',
    do: 'Save an order in live without a network, then close the window.',
    see: 'It says how many wait and asks; "Keep open" keeps it, "Close" ends it, and the order is sent after the next start.',
  },
  {
    name: 'read aloud',
    needs: 'a screen reader (Narrator, NVDA, VoiceOver, Orca)',
    do: 'With the screen reader on, tab through a label order, and save it with a required field empty.',
    see: 'Each field is read with its name, and what is wrong is read with the field it is wrong with.',
  },
];
