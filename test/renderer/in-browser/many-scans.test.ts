import { longScannedScreens, testManyScans } from '../../support/many-scans.ts';

testManyScans(longScannedScreens, 1000);
