import type { LabelContext } from '../../../electron/desk/handlers/label-handlers.ts';
import { desk, handlers, order, useLabelDesk } from './label-desk.ts';
import { describe, expect, it } from 'vitest';

useLabelDesk();

describe('the preview of a label', () => {
  it('is one SVG with its size and problems', async () => {
    const ShipToAddress = { Contact: 'Ana Ruiz', Country: 'ES', City: 'Madrid' };
    const preview = await handlers()['labels.preview']({
      id: order('A1', 'LX1CN', { ShipToAddress }),
      operator: '',
    });
    expect(preview).toMatchObject({ widthMm: 100, heightMm: 150, problems: [] });
    expect(preview.svg).toMatch(/^<svg [^>]*viewBox="0 0 100 150">.*<\/svg>$/s);
  });

  it('reports a character that no font has', async () => {
    const id = order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana \u{10ffff}', Country: 'ES', City: 'Madrid' } });
    const { problems } = await handlers()['labels.preview']({ id, operator: '' });
    expect(problems).toMatchObject([{ kind: 'missing-glyph' }]);
  });

  it('has a warning for a label without an address, which is still printed', async () => {
    const id = order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' } });
    const { problems } = await handlers()['labels.preview']({ id, operator: '' });
    expect(problems).toMatchObject([{ kind: 'no-address', stops: false }]);
  });

  it('has that warning in lists of labels too, except for own labels', () => {
    order('A1', 'LX1CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' } });
    order('A2', 'LX2CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES', City: 'Madrid' } });
    order('A3', 'LX3CN', { ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' }, ImportLabel: 'JVBERi0xLjQ=' });
    expect(desk.reader.labels.page('ready', {}, 9).rows).toMatchObject([
      { key: 'A1', lacksAddress: true },
      { key: 'A2', lacksAddress: false },
      { key: 'A3', lacksAddress: false },
    ]);
  });

  it('is refused without a number', async () => {
    const id = order('A1', null);
    await expect(handlers()['labels.preview']({ id, operator: '' })).rejects.toMatchObject({
      problem: { kind: 'label' },
    });
  });
});

describe('the label of a draft being typed', () => {
  const draw = (body: Record<string, unknown>) => handlers()['labels.draft']({ body, operator: '' });

  it.each([
    ['nothing', {}],
    ['half an order', { Package: { PackageId: 'A1', ShipToAddress: { Contact: 'Ana' }, Skus: [{}] } }],
    ['an invalid order', { Package: { PackageId: 7, ShipToAddress: 'x', Skus: { 0: null } } }],
  ])('is drawn from %s, without a number', async (_, body) => {
    const { svg, widthMm, heightMm } = await draw(body);
    expect({ widthMm, heightMm }).toEqual({ widthMm: 100, heightMm: 150 });
    expect(svg).toMatch(/^<svg /);
  });

  it('reports characters that no font has, with the field', async () => {
    const ShipToAddress = { Contact: 'Ana 😀', Street1: '中山路 5', City: 'Łódź', Country: 'PL', Postcode: '1' };
    const { problems } = await draw({ Package: { PackageId: 'A1', ShipToAddress } });
    expect(problems.filter(({ kind }) => kind === 'missing-glyph')).toMatchObject([
      { field: 'recipient.Contact', stops: true, params: { characters: '😀 (U+1F600)' } },
    ]);
  });

  it('does not fetch an own label', async () => {
    const { svg } = await draw({ Package: { PackageId: 'A1', ImportLabel: 'https://labels.example/1.pdf' } });
    expect(svg).toMatch(/^<svg /);
  });

  it.each([
    ['private-address', 'ImportLabel', 'https://192.168.1.20/1.pdf'],
    ['private-address', 'ImportLabel2', 'https://localhost/1.pdf'],
    ['no-form', 'ImportLabel', 'http://labels.example/1.pdf'],
    ['no-form', 'ImportLabel', 'https://me:secret@labels.example/1.pdf'],
  ])('reports %s for an address in %s: %s', async (reason, field, text) => {
    const { svg, problems } = await draw({ Package: { PackageId: 'A1', [field]: text } });
    expect(svg).toMatch(/^<svg /);
    expect(problems).toMatchObject([{ kind: 'own-label', field, params: { reason }, stops: true }]);
  });

  it('reports no problem for an address that may be fetched', async () => {
    const { problems } = await draw({ Package: { PackageId: 'A1', ImportLabel: 'https://labels.example/1.pdf' } });
    expect(problems).toEqual([]);
  });

  it('reports problems of an own label in the order beside those of one at an address', async () => {
    const papers: unknown[] = [];
    const own: LabelContext['ownLabels'] = {
      draw: ({ texts }, paper) => {
        papers.push(paper);
        const [{ field } = { field: 'ImportLabel' as const }] = texts;
        return Promise.resolve({ fault: { field, reason: 'does-not-fit', message: 'too large', params: {} } });
      },
      prefetch: () => undefined,
    };
    const body = { Package: { ImportLabel: 'https://10.0.0.1/1.pdf', ImportLabel2: 'JVBERi0xLjU=' } };
    const { problems } = await handlers(desk.reader, own)['labels.draft']({ body, operator: '' });
    expect(problems.map(({ field, params }) => [field, params['reason']])).toEqual([
      ['ImportLabel', 'private-address'],
      ['ImportLabel2', 'does-not-fit'],
    ]);
    expect(papers).toMatchObject([{ width: 100, height: 150 }]);
  });

  it('shows the warnings of an own label, with its picture', async () => {
    const warning = { field: 'ImportLabel2', reason: 'faint', message: 'Too light.', params: {} } as const;
    const own: LabelContext['ownLabels'] = {
      draw: () => Promise.resolve({ drawings: [{ width: 90, height: 60, shapes: [] }], warnings: [warning] }),
      prefetch: () => undefined,
    };
    const body = { Package: { PackageId: 'A1', ImportLabel: 'JVBERi0xLjQ=', ImportLabel2: 'JVBERi0xLjU=' } };
    expect(await handlers(desk.reader, own)['labels.draft']({ body, operator: '' })).toMatchObject({
      widthMm: 90,
      problems: [{ kind: 'own-label', field: 'ImportLabel2', params: { reason: 'faint' }, stops: false }],
    });
  });

  it('is the own label, if the order contains one', async () => {
    const drawing = { width: 90, height: 60, shapes: [] };
    const texts: string[] = [];
    const own: LabelContext['ownLabels'] = {
      draw: (wanted) => {
        texts.push(...wanted.texts.map(({ field, text }) => `${field} ${text}`));
        return Promise.resolve({ drawings: [drawing, drawing] });
      },
      prefetch: () => undefined,
    };
    const body = { Package: { PackageId: 'A1', ImportLabel: 'JVBERi0xLjQ=', ImportLabel2: 'JVBERi0xLjU=' } };
    const shown = await handlers(desk.reader, own)['labels.draft']({ body, operator: '' });
    expect(shown).toMatchObject({ widthMm: 90, heightMm: 124 });
    expect(texts).toEqual(['ImportLabel JVBERi0xLjQ=', 'ImportLabel2 JVBERi0xLjU=']);
  });
});
