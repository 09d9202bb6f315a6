import { scannedFormScreens, testManyScans } from '../../support/many-scans.ts';

testManyScans(scannedFormScreens, 60);
