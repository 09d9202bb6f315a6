import './no-made-code.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import { choices } from './state/choices.svelte.ts';
import { clock } from './state/clock.svelte.ts';
import { desk } from './state/desk-watch.svelte.ts';
import { outboxChoices } from './screens/outbox/outbox-choices.svelte.ts';
import { labelChoices } from './print/label-choices.svelte.ts';
import { collectEarlyKeys } from './scan/early-keys.ts';
import { scannerChoices } from './scan/scanner-choices.svelte.ts';
import { deskMeter } from './meter/desk-meter.ts';
import { migratedDrafts } from './state/drafts-brought.svelte.ts';
import { clearLegacyData } from './state/page-store.ts';
import { route } from './state/route.svelte.ts';
import { announceModeSwitch } from './state/tell-mode.ts';
import { windowStore } from './state/window-store.ts';
import { boundPageTexts } from './ui/bounded-texts.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/footed-page.css';
import './ui/sheet-table.css';

const target = document.getElementById('desk');
if (!target) throw new Error('The page has no place for the desk.');

boundPageTexts(document.body);
windowStore.start();
collectEarlyKeys();
clearLegacyData();
await Promise.all([
  choices.start(),
  scannerChoices.start(),
  labelChoices.start(),
  outboxChoices.start(),
  desk.refreshDeskState(),
]);
clock.start();
route.start();
desk.start();
void deskMeter.send();
mount(App, { target });
announceModeSwitch();
migratedDrafts.show();
