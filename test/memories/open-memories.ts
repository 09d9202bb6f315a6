import { learnEntries } from '../../electron/memory/learn-entries.ts';
import { readCapture } from '../../electron/outbox/capture.ts';
import { openTestOutbox } from '../support/open-test-outbox.ts';

/** An outbox on disk with its memories. */
export function openMemories(folder?: string) {
  const test = openTestOutbox(folder === undefined ? {} : { folder });
  const learning = learnEntries(test.db);
  let commands = 0;
  return {
    ...test,
    learning,
    learn: (): void => {
      while (learning.processBatch());
    },
    enter(endpoint: number, body: unknown, operator = 'Ana'): string {
      const read = readCapture({ endpoint, body }, { sync: 0, idType: 'PackageId', lang: 'zh' });
      if (!read.ok) throw new Error(read.problem.message);
      return test.outbox.enqueue(`command-${++commands}`, read.value, operator, false).id;
    },
    label(PackageId: string, ShipToAddress: Record<string, string>, Skus: unknown[] = [], operator = 'Ana'): string {
      const body = { Package: { PackageId, ServiceCode: 'SGP', ShipToAddress, Weight: 100, Skus } };
      return this.enter(2, body, operator);
    },
  };
}
export type TestMemories = ReturnType<typeof openMemories>;

export const maria = {
  Contact: 'María Núñez',
  Phone: '+34 600 111 222',
  Country: 'ES',
  City: 'Sevilla',
  Street1: 'Calle Sierpes',
  HouseNumber: '12',
  Postcode: '41004',
};
export const mug = { Sku: 'MUG-1', Quantity: 2, DeclareNameEn: 'Mug', HsCode: '691110', DeclareValue: 3.2 };
