import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startRelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { expect, test as base } from './desk-test.ts';
import { fillLabelOrder, labelOrder } from './label-order.ts';
