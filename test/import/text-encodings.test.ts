import { findEncoding } from '../../electron/spreadsheets/import/text-encoding.ts';
import { readOrders } from './read-orders.ts';
import { describe, expect, it } from 'vitest';

/** The bytes of a text in an encoding of one or two bytes, found by decoding every pair of bytes. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map<string, number[]>();
  for (let lead = 0x80; lead < 0x100; lead++) {
    const one = decoder.decode(Uint8Array.of(lead));
    if (one.length === 1 && one !== '\ufffd') bytes.set(one, [lead]);
    for (let trail = 0x40; encoding.startsWith('windows') ? false : trail < 0x100; trail++) {
      const two = decoder.decode(Uint8Array.of(lead, trail));
      if (two.length === 1 && two !== '\ufffd' && !bytes.has(two)) bytes.set(two, [lead, trail]);
    }
  }
  return Buffer.from(
    [...text].flatMap((letter) => (letter < '\x80' ? [letter.charCodeAt(0)] : (bytes.get(letter) ?? [63]))),
  );
}

const file = (name: string, street: string, city: string): string =>
  `Order ID,Name,Street,City,SKU\nA-1,${name},${street},${city},S-1\n`;

describe('a text file that is not UTF-8', () => {
  it.each([
    ['gb18030', file('陈伟', '人民路十二号', '上海')],
    ['big5', file('陳小明', '中山路十二號', '臺北')],
    ['shift_jis', file('山田太郎', '丸の内', '千代田区')],
    ['euc-kr', file('김철수', '세종대로', '서울')],
    ['windows-1252', file('Jürgen Groß', 'Schönhauser Straße 5', 'Köln')],
    ['windows-1252', file('Élodie Durand', "5 rue de l'Église", 'Orléans')],
    ['windows-1251', file('Иван Петров', 'улица Лесная 5', 'Тверь')],
    ['windows-1253', file('Νίκος Παππάς', 'Ερμού 5', 'Αθήνα')],
  ])('is read in %s by what its text looks like, and told or asked with a sample', async (encoding, text) => {
    const bytes = encode(text, encoding);
    expect(new TextDecoder(encoding).decode(bytes), 'the bytes are right').toBe(text);
    const found = findEncoding(bytes);
    expect(found?.text).toBe(text);
    const { packages, asked, outside } = await readOrders(bytes);
    const told = outside.some(({ code }) => code === 'read-with');
    expect(told ? packages.length : asked.length).toBe(1);
  });

  it.each(['utf-16le', 'utf-16be'])('is read in %s, with and without its mark', async (encoding) => {
    const little = Buffer.from(file('Ida Roth', 'Lindenweg 3', 'Berlin'), 'utf16le');
    const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16();
    const mark = Buffer.from(encoding === 'utf-16le' ? 'fffe' : 'feff', 'hex');
    for (const content of [bytes, Buffer.concat([mark, bytes])])
      expect((await readOrders(content)).packages).toMatchObject([{ ShipToAddress: { Contact: 'Ida Roth' } }]);
  });

  it('is asked about if a person named an encoding whose letters are hardly those of any text', async () => {
    const bytes = encode(file('山田太郎', '丸の内', '千代田区'), 'shift_jis');
    const { asked, packages } = await readOrders(bytes, { encoding: 'gb18030' });
    expect([asked, packages]).toEqual([['encoding 2 -'], []]);
  });

  it('is asked about if the bytes fit Polish and French alike', async () => {
    const { asked, orders } = await readOrders(
      Buffer.from('Order ID,Name,Street,City,SKU\nA-1,K\xea\xb3a,L 3,\xa3\xf3d\xbc,S-1\n', 'latin1'),
    );
    const [question] = orders[0]?.questions ?? [];
    expect(asked.length === 0 || question?.choices.includes('windows-1250')).toBe(true);
  });
});
