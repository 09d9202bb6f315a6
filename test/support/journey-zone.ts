/** Where the journeys take place: their pages, the programs behind them and the tests have one day, as on one PC. */
export const journeyZone = 'Europe/Berlin';
