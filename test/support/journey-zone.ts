/** Time zone of the journeys, so that pages, the programs behind them and the tests agree on the day, as on one PC. */
export const journeyZone = 'Europe/Berlin';
