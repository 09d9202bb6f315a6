/**
 * Protocol of a scale: `sends` sends one line after the other unprompted (`ST,GS,+ 1.234kg`), `sics` answers `SI` (`S S
 * 1.234 kg`), an 8217 answers `W` with a weight without a unit.
 */
export const scaleProtocols = ['none', 'sends', 'sics', '8217-kg', '8217-lb'] as const;
export type ScaleProtocol = (typeof scaleProtocols)[number];

/** Baud rate, data bits, parity; the scale must be set to the same. */
export const scaleLines = ['9600-8n', '9600-7e', '4800-8n', '4800-7e', '2400-8n', '2400-7e', '19200-8n'] as const;
export type ScaleLine = (typeof scaleLines)[number];

export interface LineOptions {
  baudRate: number;
  dataBits: 7 | 8;
  parity: 'none' | 'even';
  stopBits: 1;
}

export function lineOptions(line: ScaleLine): LineOptions {
  const [speed, rest] = line.split('-');
  const is7 = rest === '7e';
  return { baudRate: Number(speed), dataBits: is7 ? 7 : 8, parity: is7 ? 'even' : 'none', stopBits: 1 };
}
