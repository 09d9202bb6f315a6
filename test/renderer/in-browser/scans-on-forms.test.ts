import { scannedForms, testManyScans } from '../../support/many-scans.ts';

testManyScans(scannedForms, 60);
