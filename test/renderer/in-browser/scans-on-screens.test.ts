import { scannedOtherScreens, testManyScans } from '../../support/many-scans.ts';

testManyScans(scannedOtherScreens, 60);
