import { scannedOthers, testManyScans } from '../../support/many-scans.ts';

testManyScans(scannedOthers, 60);
