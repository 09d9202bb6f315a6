import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { describe, expect, it } from 'vitest';

const form = () => new OrderForm(2);
const skus = 'Package.Skus';
const id = 'Package.PackageId';

describe('a list of texts', () => {
  it('is typed in one field, which shows its problems', () => {
    const question = new OrderForm(17);
    question.enterText('ServiceCode', 'A-1, B2\u3001 C');
    expect(question.body).toEqual({ ServiceCode: ['A-1', 'B2', 'C'] });
    question.enterText('ServiceCode', 'A-1 B.2');
    expect(question.issues.get('ServiceCode')).toMatchObject({ code: 'pattern' });
    question.startFrom({ ServiceCode: ['A-1', 'B2'], Weight: 2 });
    expect(question.textAt('ServiceCode')).toBe('A-1, B2');
    expect(question.body).toEqual({ ServiceCode: ['A-1', 'B2'], Weight: 2 });
  });
});

describe('the label order form', () => {
  it('builds the body from filled fields only', () => {
    const order = form();
    order.enterText(id, 'PKG-1');
    order.enterText('Package.Weight', '1,250.5');
    order.enterText('Package.ShipToAddress.Contact', '王小明');
    order.enterText('Package.ShipToAddress.Phone', '  ');
    order.enterText('Package.Skus[0].Quantity', '2');
    order.enterText('SubmitLater', 'true');
    expect(order.body).toEqual({
      Package: {
        PackageId: 'PKG-1',
        Weight: 1250.5,
        ShipToAddress: { Contact: '王小明' },
        Skus: [{ Quantity: 2 }],
      },
      SubmitLater: true,
    });
    expect(order.issues.size).toBe(0);
  });

  it('shows a problem only once its field was visited or a save was tried', () => {
    const order = form();
    order.enterText('Location', 'a handling location that is too long');
    expect(order.problemAt('Location')).toBe(undefined);
    order.leaveField('Location');
    expect(order.problemAt('Location')?.code).toBe('too-long');
    expect(order.problemAt(id)).toBe(undefined);
    order.hasTriedSave = true;
    expect(order.problemAt(id)?.code).toBe('missing');
  });

  it('reports an invalid number and an ambiguous one', () => {
    const order = form();
    order.enterText(id, 'PKG-1');
    order.enterText('Package.Weight', 'heavy');
    expect(order.issues.get('Package.Weight')?.code).toBe('not-a-number');
    order.enterText('Package.Weight', '1,234');
    expect(order.issues.get('Package.Weight')?.code).toBe('doubtful-number');
    order.enterText('Package.Weight', '1234');
    expect(order.issues.size).toBe(0);
  });

  it('leaves out empty lines, and reports a problem at the line in which it was typed', () => {
    const order = form();
    order.enterText(id, 'PKG-1');
    order.addLine(skus);
    order.addLine(skus);
    order.enterText('Package.Skus[2].Quantity', '1.5');
    expect(order.body).toMatchObject({ Package: { Skus: [{ Quantity: 1.5 }] } });
    expect([...order.issues.keys()]).toEqual(['Package.Skus[2].Quantity']);
  });

  it('copies and removes lines', () => {
    const order = form();
    order.enterText('Package.Skus[0].Sku', 'A');
    order.enterText('Package.Skus[0].Duty.Value', '3');
    order.copyLine(skus, 0);
    order.enterText('Package.Skus[1].Sku', 'B');
    order.removeLine(skus, 0);
    expect(order.lineCount(skus)).toBe(1);
    expect(order.body).toEqual({ Package: { Skus: [{ Sku: 'B', Duty: { Value: 3 } }] } });
  });

  it('returns the body it was started with, including empty texts', () => {
    const body = {
      Location: '',
      Package: {
        PackageId: 'PKG-1',
        Weight: 0.001,
        IsCreateNewOrder: false,
        Skus: [{ Sku: 'A' }, { Sku: 'B', Price: 1234.567 }],
      },
      SubmitLater: false,
    };
    const order = form();
    order.startFrom(body);
    expect(order.lineCount(skus)).toBe(2);
    expect(order.body).toEqual(body);
    order.enterText('Location', '');
    expect(order.body).not.toHaveProperty('Location');
  });

  it('returns the empty lists, objects and lines of a body until something is typed there', () => {
    const body = { PackageId: 'PKG-1', Weight: 1, Skus: [], ShipToAddress: {} };
    const order = new OrderForm(7);
    order.startFrom(body);
    expect(order.body).toEqual(body);
    order.enterText('Skus[0].Sku', 'A');
    order.enterText('ShipToAddress.Contact', 'B');
    expect(order.body).toEqual({ ...body, Skus: [{ Sku: 'A' }], ShipToAddress: { Contact: 'B' } });
    order.startFrom({ ...body, Skus: [{}, { Sku: 'B' }] });
    expect(order.body).toMatchObject({ Skus: [{}, { Sku: 'B' }] });
  });

  it('stores typed text and restores it', () => {
    const order = form();
    order.enterText(id, 'PKG-1');
    order.copyLine(skus, 0);
    const kept: unknown = JSON.parse(JSON.stringify(order.takeSnapshot()));
    const again = form();
    again.restore(kept as ReturnType<OrderForm['takeSnapshot']>);
    expect(again.body).toEqual(order.body);
    expect(again.lineCount(skus)).toBe(2);
  });

  it('drops a problem reported by the desk once its field is edited', () => {
    const order = form();
    order.enterText(id, 'PKG-1');
    order.setIssue(id, { code: 'key-in-use', params: {}, message: '' });
    order.hasTriedSave = true;
    expect(order.problemAt(id)?.code).toBe('key-in-use');
    order.enterText(id, 'PKG-2');
    expect(order.problemAt(id)).toBe(undefined);
  });
});
