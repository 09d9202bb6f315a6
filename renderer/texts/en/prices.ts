import { counting } from '../plural.ts';

const n = counting('en');

export const prices = {
  title: 'Prices',
  sides: 'What is sent',
  side: { 14: 'Boxes into a warehouse', 17: 'Parcel out of a warehouse' },
  sideMeans: {
    14: 'Prices of all services for boxes into a warehouse.',
    17: 'Prices of all services for one parcel from a warehouse to a recipient.',
  },
  from: (p: { key: string }) => `Filled from ${p.key}. Fields it does not have are empty; nothing was converted.`,
  openForm: 'the open form',
  ask: 'Get prices',
  answer: 'Services and their prices',
  nothingAsked: 'Fill in the form and get prices to compare the services by price and time.',
  changed: 'The form has changed. These prices are for the earlier values.',
  order: 'Sorted by',
  byPrice: 'by price',
  byTime: 'by time',
  compareMeans: 'Prices are only compared within one currency; nothing is converted.',
  noServices: 'The service offers nothing for this shipment.',
  nameless: 'Service without a name',
  noPrice: 'No price',
  noCurrency: 'without a currency',
  totalCharge: 'total according to the service',
  time: 'days (assumed)',
  noTime: 'No delivery time',
  notTold: 'The service does not say whether it accepts this.',
  charges: 'Charges',
  charge: 'Charge',
  sumOfCharges: 'Sum of the charges',
  summedUp: 'Consists of',
  unreadAmount: 'unreadable',
  unread: (p: { count: string }) =>
    `${n(p.count, 'One amount', '# amounts')} cannot be read, so the sums are incomplete.`,
  differs: (p: { told: string; sum: string }) =>
    `The service gives a total of ${p.told}, but its charges add up to ${p.sum}.`,
  fails: 'Not available',
  noReason: 'No reason given.',
};
