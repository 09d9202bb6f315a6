import { startOwnLabels, type OwnLabels } from '../../electron/desk/threads/own-label-thread.ts';
import type { PageForm } from '../../electron/labels/formats/make-page.ts';
import { toPng } from '../../electron/labels/formats/svg.ts';
import { overLimitLabels } from '../../electron/labels/own-labels/over-limit-labels.ts';
import { OwnLabelError } from '../../electron/labels/own-labels/own-label-page.ts';
import { readZpl } from '../../electron/labels/own-labels/read-zpl.ts';
import { readLogo } from '../../shared/labels/logo.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { base64, label, pdf, pdfOf, zplText } from './own-samples.ts';
import fc from 'fast-check';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const thermal: PageForm = { size: '100x150', form: 'zpl', dpi: 203, packing: 'z64', reprints: false };
const marks = { practice: false, copy: 1 };
const thread = startOwnLabels();
afterAll(() => thread.close());

async function faultOf(text: string, labels = thread) {
  const made = await labels.makeForPrinter(
    { texts: [{ field: 'ImportLabel', text }], marks, allowPrivate: false },
    thermal,
  );
  return 'fault' in made ? made.fault : { reason: 'none', message: '', params: {} };
}

const onePage = (page: string, ...more: string[]): string =>
  pdfOf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', page, ...more);

function chunk(name: string, bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  // No checksum: a reader must not rely on it.
  return Buffer.concat([length, Buffer.from(name), bytes, Buffer.alloc(4)]);
}
function pngOf(width: number, height: number, rows: Uint8Array): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())];
  return base64(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

/** A page that would take a day to render: nested tiling patterns. */
function endlessPage(): string {
  const tiles = (at: number, next: string) =>
    `<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 0.01/YStep 0.01/Resources<</Pattern<</P ${at + 1} 0 R>>>>` +
    `/Length ${next.length}>>\nstream\n${next}\nendstream`;
  const fill = '/Pattern cs /P scn 0 0 400 600 re f';
  return onePage(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents 4 0 R/Resources<</Pattern<</P 5 0 R>>>>>>',
    `<</Length ${fill.length}>>\nstream\n${fill}\nendstream`,
    ...[5, 6, 7].map((at) => tiles(at, fill)),
    tiles(8, '0 0 1 1 re f'),
  );
}

function selfDrawing(): string {
  const twice = '/X Do /X Do';
  return onePage(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
    '<</Length 5>>\nstream\n/X Do\nendstream',
    `<</Type/XObject/Subtype/Form/BBox[0 0 283 425]/Resources<</XObject<</X 5 0 R>>>>/Length ${twice.length}>>\nstream\n${twice}\nendstream`,
  );
}

describe('a hostile label is refused with a clear message, and the next one is printed', () => {
  const pages = Array.from({ length: 300 }, () => label);
  it.each<[string, () => string, string]>([
    ['of 40 MB', () => 'A'.repeat(40_000_000), 'too-large'],
    ['of 300 pages', () => pdf(...pages), 'pages'],
    [
      'that claims one page and has none',
      () => pdfOf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[]>>'),
      'broken',
    ],
    [
      'whose page tree refers to itself',
      () => pdfOf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[2 0 R]>>'),
      'broken',
    ],
    ['truncated', () => base64('%PDF-1.4\n1 0 obj\n<</Type/Catalog'), 'broken'],
    ['of enormous size', () => onePage('<</Type/Page/Parent 2 0 R/MediaBox[0 0 900000 900000]>>'), 'page-size'],
    ['of zero size', () => onePage('<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 0]>>'), 'blank'],
    [
      'of zero size by its unit',
      () => onePage('<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/UserUnit 0>>'),
      'user-unit',
    ],
    ['with nothing on it', () => onePage('<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]>>'), 'blank'],
    ['whose content draws itself twice, recursively', selfDrawing, 'too-much'],
    ['a picture of 60,000 x 60,000 dots', () => pngOf(60_000, 60_000, new Uint8Array(10)), 'too-much'],
    ['a picture that unpacks to more than it declares', () => pngOf(100, 100, new Uint8Array(80_000_000)), 'broken'],
    ['a picture without checksums', () => pngOf(400, 400, new Uint8Array(401 * 400)), 'broken'],
    ['no base64', () => 'label.pdf', 'no-form'],
    ['a program', () => base64('MZ\x90\x00 This program cannot be run in DOS mode'), 'no-form'],
    ['ZPL without an end', () => '^XA^FO1,1^FDx^FS', 'broken'],
    ['ZPL with a picture shorter than declared', () => '^XA^FO0,0^GFA,9999,9999,10,FF^FS^XZ', 'broken'],
    [
      'ZPL with a picture that unpacks to a megabyte',
      () => `^XA^GFA,10,10,1,:Z64:${deflateSync(new Uint8Array(1_000_000)).toString('base64')}:0000^FS^XZ`,
      'broken',
    ],
    ['empty ZPL', () => '^XA^XZ', 'blank'],
  ])('%s', async (_, make, reason) => {
    const fault = await faultOf(make());
    expect(fault.reason).toBe(reason);
    expect(fault.message).toMatch(/own label/);
    expect(fault.message, 'what to do').toMatch(/\. (Correct|Give|Leave|Print)\b[^.]*\.$/);
    expect(await faultOf(pdf())).toMatchObject({ reason: 'none' });
  });

  it('a label that uses memory without limit is stopped at a limit below that of its library', async () => {
    const fresh = startOwnLabels();
    onTestFinished(() => fresh.close());
    const before = process.memoryUsage.rss();
    let most = before;
    const looks = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const reading = faultOf(selfDrawing(), fresh);
    await reading.finally(() => clearInterval(looks));
    expect(await reading).toMatchObject({ reason: 'too-much' });
    expect((most - before) / 2 ** 20).toBeLessThan(900);
  });

  it('a label that takes too much time or memory ends only its own worker, and blocks nothing', async () => {
    const hard = endlessPage();
    const bounded = startOwnLabels({ memoryMb: 768, answerMs: 1500 });
    const tight = startOwnLabels({ memoryMb: 40, answerMs: 30_000 });
    try {
      expect(await faultOf(hard, bounded)).toMatchObject({ reason: 'too-much' });
      // On a busy machine a good label or even the start of a thread may take as long.
      await expect.poll(() => faultOf(pdf(), bounded)).toMatchObject({ reason: 'none' });
      expect(await faultOf(pngOf(5400, 5400, new Uint8Array(5401 * 5400)), tight)).not.toMatchObject({
        reason: 'none',
      });
      expect(await faultOf(zplText, tight)).toMatchObject({ reason: 'none' });
    } finally {
      await Promise.all([bounded.close(), tight.close()]);
    }
  });

  it('a slow label does not delay others, and one that took too much is refused at once from then on, even after a restart', async () => {
    const folder = temporaryFolder();
    const hard = endlessPage();
    const answered: string[] = [];
    const open = (answerMs: number) =>
      startOwnLabels({ memoryMb: 768, answerMs, shortMs: 4000 }, undefined, overLimitLabels(folder, Date.now));
    const ask = async (name: string, text: string, labels: OwnLabels): Promise<string> => {
      const { reason } = await faultOf(text, labels);
      answered.push(name);
      return reason;
    };
    const first = open(12_000);
    onTestFinished(() => first.close());
    const hardly = ask('endless', hard, first);
    expect(await ask('good', pdf(), first)).toBe('none');
    expect(await hardly).toBe('too-much');
    expect(answered.splice(0)).toEqual(['good', 'endless']);

    // Reading it again would exceed the time limit of this test.
    const next = open(3_600_000);
    onTestFinished(() => next.close());
    const good = ask('good', pdf(), next);
    expect(await ask('endless', hard, next)).toBe('too-much');
    expect(await good).toBe('none');
    expect(answered).toEqual(['endless', 'good']);
  });
});

/** The same PNG with correct checksums. */
function withChecks(png: Buffer): Buffer {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    png.writeUInt32BE(crc32(png.subarray(at + 4, end)), end);
  }
  return png;
}

describe('a picture uploaded as logo', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['of 3 MB', () => new Uint8Array(3_000_000), 'too-large'],
    ['of no bytes', () => new Uint8Array(), 'no-png'],
    ['a PDF', () => Buffer.from(pdf(), 'base64'), 'no-png'],
    ['with only its first bytes', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'broken'],
    ['of 60,000 x 60,000 dots', () => Buffer.from(pngOf(60_000, 60_000, new Uint8Array(10)), 'base64'), 'too-much'],
    ['without checksums', () => Buffer.from(pngOf(400, 400, new Uint8Array(401 * 400)), 'base64'), 'broken'],
  ])('%s is refused with the reason', async (_, make, fault) => {
    expect(await thread.makeLogo(make())).toEqual({ fault });
  });

  it('is scaled to the maximum size, keeps its proportions, and is black where the picture is dark', async () => {
    const picture = (bits: number) => ({ width: 64, height: 16, bytesPerRow: 8, bits: new Uint8Array(128).fill(bits) });
    const white = pngOf(
      64,
      16,
      Buffer.alloc(65 * 16, 255).map((byte, at) => (at % 65 === 0 ? 0 : byte)),
    );
    expect(await thread.makeLogo(withChecks(Buffer.from(white, 'base64')))).toEqual({ fault: 'blank' });
    const made = await thread.makeLogo(toPng(picture(0xf0)));
    const logo = 'logo' in made ? readLogo(made.logo) : null;
    expect([logo?.width, logo?.height]).toEqual([576, 144]);
    // four of every eight columns
    const dark = Array.from(logo!.bits).reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    expect(dark / (576 * 144)).toBeCloseTo(0.5, 1);
  });
});

describe('third-party ZPL', () => {
  const refusedBy = (zpl: string): string => {
    try {
      readZpl(zpl);
      return 'nothing';
    } catch (error) {
      if (!(error instanceof OwnLabelError)) throw error;
      return String(error.params['command'] ?? error.reason);
    }
  };
  const draws = '^FO10,10^A0N,30,30^FDparcel^FS';

  it.each(
    (
      '^MMT ^MNY ^MTT ^MD10 ^ML2000 ^MFN ^MW ^JUS ^JUF ^JMA ^JB ^JJ ^JZY ~JR ~JC ~JA ~JL ~JG ~JX ~SD15 ~TA000 ^SS ^SP ^SQ ^SR ^ST ^SZ2 ^SX ^SN1,1 ^SF1 ^SC ^SE ^SI ^SL ' +
      '^PR4 ^PP ~PR ~PS ~PH ^KL1 ^KN ^KP ^KV ~KB ^NN ^NS ^NI ~NR ~NT ^WD ^WI ~WC ^WA ^DFR:A.ZPL ^XFR:A.ZPL ^FN1 ^XGR:A.GRF ^ILR:A ^IMR:A ^ISR:A ^IDR:*.* ^TO ~DGR:A.GRF,1,1,FF ~DYR:A ~DB ~DE ~DN ~DS ~DT ~DU ^EG ~EG ' +
      '^HG ^HH ^HF ^HV ^HW ^HY ^HZ ~HB ~HD ~HI ~HM ~HQES ~HS ~HU ^CC! ~CC! ^CD; ~CD; ^CT+ ~CT+ ^CM ^CN ^CO ^CP ^CV ^CWQ,E:X.FNT ^A@N,30,30,E:X.TTF ^LRY ^PMY ^LS10 ^LT20 ^MUI,203,300 ^PQ2 ^PQ1,0,2 ^PF10 ^FC% ^FL ^FM ^PA ^RS ^RF ^XB ^XS ^ZZ ^JH ^JI ^JW ^JT ^LF ^GFB,1,1,1,x ^GFC,1,1,1,x'
    ).split(' '),
  )('with %s is refused, and the command is reported', (command) => {
    expect(refusedBy(`^XA${draws}^XZ`)).toBe('nothing');
    const named = refusedBy(`^XA${draws}${command}^FS^XZ`);
    expect(command.startsWith(named.slice(0, 3))).toBe(true);
    expect(refusedBy(`^XA${draws}${command.toLowerCase()}^FS^XZ`).toUpperCase()).toBe(named.toUpperCase());
    expect(refusedBy(`${command}^XA${draws}^XZ`)).not.toBe('nothing');
    expect(refusedBy(`^XA${draws}^XZ${command}`)).not.toBe('nothing');
  });

  it.each([
    ['after a line break', `^XA\r\n^M\r\nMT${draws}^XZ`],
    ['in a text', '^XA^FO1,1^FDa^MMT^FS^XZ'],
    ['in a remark', '^XA^FXsee ~JR here^FS^XZ'],
    ['as a command of another printer language', `! U1 setvar "device.languages" "line_print"\r\n^XA${draws}^XZ`],
    ['as such a command in a text', '^XA^FO1,1^FD! U1 do "device.reset" ""^FS^XZ'],
    ['within an unterminated format', `^XA${draws}^XA^MMT^XZ^XZ`],
    ['as a control character', `^XA${draws}\x1e^XZ`],
  ])('that hides a command %s is refused', (_, zpl) => {
    expect(refusedBy(zpl)).not.toBe('nothing');
  });

  it('passes on only drawing commands, whatever the input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '^XA',
        '^XZ',
        '^FO1,1',
        '^FD',
        '^FS',
        '^A0',
        '^CC',
        '~',
        '^',
        '^MM',
        '^GFA,1,1,1,FF',
        '\n',
        '^FX',
        '^BY2',
        '~DG',
        '^PQ1',
      ),
      fc.string({ maxLength: 4 }),
    );
    const allowed = /^\^(A[0-9A-Z]|F[OTDVSHBRPW]|TB|C[FI]|BY|LH|G[BCDESF]|B[0-9A-Z]|PW|LL)/i;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let formats: ReturnType<typeof readZpl>;
        try {
          formats = readZpl(pieces.join(''));
        } catch (error) {
          if (error instanceof OwnLabelError) return;
          throw error;
        }
        for (const { name, text } of formats.flat()) {
          // To a printer each of these characters starts a command, so there must be exactly one.
          expect((name + text).match(/[\^~]/g)).toHaveLength(1);
          expect(name + text).toMatch(allowed);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});
