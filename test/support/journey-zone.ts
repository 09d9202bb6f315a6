/** Time zone of the journeys. Pages, the programs behind them and the tests agree on the day, as they do on one PC. */
export const journeyTimeZone = 'Europe/Berlin';
