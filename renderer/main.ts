import './transport/zod-jitless.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/footed-page.css';
import './ui/sheet-table.css';
import { choices } from './choices/choices.svelte.ts';
import { clearLegacyData, windowStore } from './choices/page-store.ts';
import App from './frame/App.svelte';
import { labelChoices } from './print/label-choices.svelte.ts';
import { collectEarlyKeys } from './scan/buffer-keys.ts';
import { outboxChoices } from './screens/outbox/outbox-list.svelte.ts';
import { clock } from './state/clock.svelte.ts';
import { desk } from './state/desk-watch.svelte.ts';
import { migratedDrafts, announceModeSwitch } from './state/migrated-drafts.svelte.ts';
import { route } from './state/route.svelte.ts';
import { scannerChoices } from './state/scanner-choices.svelte.ts';
import { boundPageTexts } from './ui/bounded-texts.ts';
import { mount } from 'svelte';

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
mount(App, { target });
announceModeSwitch();
migratedDrafts.showReport();
