import { scannedLongest, testManyScans } from '../../support/many-scans.ts';

testManyScans(scannedLongest, 1000);
