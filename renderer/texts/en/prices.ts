import { counting } from '../plural.ts';

const n = counting('en');

export const prices = {
  title: 'Prices',
  sides: 'What is sent',
  side: { 14: 'Boxes into a warehouse', 17: 'Parcel out of a warehouse' },
  sideMeans: {
    14: 'What all services take for boxes on their way into a warehouse.',
    17: 'What all services take for one parcel from a warehouse to a recipient.',
  },
  from: (p: { key: string }) => `Filled from ${p.key}. What it does not have is empty; nothing was converted.`,
  openForm: 'the open form',
  ask: 'Get prices',
  answer: 'Services and their prices',
  nothingAsked:
    'Fill in the form and get the prices: the services stand here side by side, with what each takes and how long it needs.',
  changed: 'The form has changed since. These prices are for what stood there before.',
  order: 'Sorted by',
  byPrice: 'by price',
  byTime: 'by time',
  compareMeans: 'Prices compare within one currency only; nothing is converted.',
  noServices: 'The service names no way of sending this.',
  nameless: 'Service without a name',
  noPrice: 'No price',
  noCurrency: 'without a currency',
  totalCharge: 'in all, as the service says',
  time: 'days, as far as is known',
  noTime: 'Time not told',
  notTold: 'The service does not say whether it takes this.',
  charges: 'Charges',
  charge: 'Charge',
  sumOfCharges: 'Sum of the charges',
  summedUp: 'Made of',
  unreadAmount: 'not readable',
  unread: (p: { count: string }) =>
    `${n(p.count, 'One amount', '# amounts')} cannot be read: the sums are not the whole.`,
  differs: (p: { told: string; sum: string }) => `The service sums up ${p.told}; its charges come to ${p.sum}.`,
  fails: 'Cannot take it',
  noReason: 'No reason given.',
};
