import { numbers, strings, table } from '../field-table.ts';

export const money = table('Money', 'money', numbers('Value'), strings('Currency'));
export const moneyWithoutCurrency = table('Money without currency', 'money', numbers('Value'));

export const fullMoney = { Value: 12.5, Currency: 'EUR' };
export const fullMoneyWithoutCurrency = { Value: 12.5 };
