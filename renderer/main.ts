import './no-made-code.ts';
import { mount } from 'svelte';
import App from './App.svelte';
import { choices } from './state/choices.svelte.ts';
import { otherScreen } from './frame/other-screen.svelte.ts';
import { clock } from './state/clock.svelte.ts';
import { desk } from './state/desk-watch.svelte.ts';
import { outboxChoices } from './screens/outbox/outbox-choices.svelte.ts';
import { labelChoices } from './print/label-choices.svelte.ts';
import { scannerChoices } from './scan/scanner-choices.svelte.ts';
import { deskMeter } from './meter/desk-meter.ts';
import { broughtDrafts } from './state/drafts-brought.svelte.ts';
import { clearLeftBehind } from './state/page-store.ts';
import { readAddress, route } from './state/route.svelte.ts';
import { tellMode } from './state/tell-mode.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/footed-page.css';
import './ui/sheet-table.css';

const target = document.getElementById('desk');
if (!target) throw new Error('The page has no place for the desk.');

clearLeftBehind();
await Promise.all([
  choices.start(),
  scannerChoices.start(),
  labelChoices.start(),
  outboxChoices.start(),
  desk.know(),
  otherScreen.comeFor(readAddress(location.hash).screen),
]);
clock.start();
route.start();
desk.start();
void deskMeter.send();
mount(App, { target });
otherScreen.comeAfterPaint();
tellMode();
broughtDrafts.show();
