import { numberFields, unsearchedParts, wordFields, termsOf } from '../../electron/outbox/search/terms.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { describe, expect, it } from 'vitest';

// Text fields by which no one searches: codes with few values, customs documents and amounts, pictures, and identity
// data.
const notSearched =
  `Location SignatureType TaxId RecipientBirthday IDNumber BankCardLast4digits PaymentType IssuingInstitution
  Taxfree DutyParagraph TypeOfTaxId WeightUnit DomesticShipper UnitOfMeasure Currency HsCode HsCodeCN DeclareElements SaleURL
  ProductLink ProductCategories MaterialEN ProducerSellerCreditCode ProducerSellerName MPID NSPID SPID Uses EoriCode
  SellPriceCurrency SalesPlatform OtherSalesPlatform ImportLabel CarrierName VatCode CodAmountStr GoodsValueType DeclareMode
  VatNo ShippingType MaterialCN PurposeEN PurposeCN Packing Picture IOSS CarrierService ScheduledTime BoxType Code ImportLabel2
  ShipmentDeadline Channel Condition ProductFlag ProductAttribute ProductCategory Material ImportHsCode ProductImage Suffix
  ProductSize WareHouseCode WarehouseCode WarehouseId ServiceCode`.split(/\s+/);

const fields = createNumbers.flatMap((number) => describeFields(number));

describe('the fields that are searched', () => {
  it('cover every text field of the nine creates as number, words, or not searched', () => {
    const texts = fields
      .filter((field) => field.type === 'text' && !field.path.split('.').some((name) => unsearchedParts.has(name)))
      .map((field) => field.name);
    const known = new Set([...numberFields, ...wordFields, ...notSearched]);
    expect([...new Set(texts)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('are names of the interface document, each on one list', () => {
    const names = [...numberFields, ...wordFields, ...notSearched];
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
    const documented = new Set(fields.map((field) => field.name));
    expect([...names, ...unsearchedParts].filter((name) => !documented.has(name))).toEqual([]);
  });

  it('never include data that identifies a person beyond the address', () => {
    for (const name of ['IDNumber', 'BankCardLast4digits', 'RecipientBirthday', 'TaxId']) {
      expect(numberFields.has(name) || wordFields.has(name)).toBe(false);
    }
  });
});

describe('terms of a body', () => {
  it('are compact numbers and normalized words, each once', () => {
    const terms = termsOf('PD-1', {
      Package: {
        PackageId: 'PD-1',
        ShipToAddress: { Contact: 'Ana RUIZ', City: 'São ana', Phone: '+34 612-345' },
        Sender: { Contact: 'Depot' },
        Skus: [{ Sku: 'MUG-1' }, { Sku: 'MUG-1', Quantity: 2 }],
      },
    });
    expect([...terms.numbers]).toEqual(['pd1', '34612345']);
    expect([...terms.words]).toEqual(['ana', 'ruiz', 'sao', 'mug-1']);
  });

  it('are limited in length, whatever the body contains', () => {
    const body = { Package: { Skus: Array.from({ length: 50_000 }, (_, n) => ({ Sku: `SKU-${n}` })) } };
    const { words } = termsOf('A', body);
    expect([...words].join('').length).toBeLessThan(20_100);
    expect(words.has('sku-1500')).toBe(true);
  });

  it('tolerate any value in place of text', () => {
    for (const body of [null, 7, 'x', [], [[null]], { Contact: 7, Phone: null, Skus: 'x' }]) {
      expect(() => termsOf('A', body)).not.toThrow();
    }
  });
});
