import { mapKinds, type CreateKind } from '../../shared/creates/create-kinds.ts';
import type { ActionName } from '../keys/key-table.ts';
import CloseScreen from '../screens/close/CloseScreen.svelte';
import HandoverScreen from '../screens/handover/HandoverScreen.svelte';
import ImportScreen from '../screens/import/ImportScreen.svelte';
import InventoryScreen from '../screens/inventory/InventoryScreen.svelte';
import LabelsScreen from '../screens/labels/LabelsScreen.svelte';
import LogScreen from '../screens/log/LogScreen.svelte';
import MemoryScreen from '../screens/memory/MemoryScreen.svelte';
import NewScreen from '../screens/new/NewScreen.svelte';
import OperatorsScreen from '../screens/operators/OperatorsScreen.svelte';
import OrderScreen from '../screens/order/OrderScreen.svelte';
import OrdersScreen from '../screens/orders/OrdersScreen.svelte';
import OutboxScreen from '../screens/outbox/OutboxScreen.svelte';
import PricesScreen from '../screens/prices/PricesScreen.svelte';
import ScannerScreen from '../screens/scanner/ScannerScreen.svelte';
import SettingsScreen from '../screens/settings/SettingsScreen.svelte';
import SkusScreen from '../screens/skus/SkusScreen.svelte';
import { todayBoard } from '../screens/today/today-board.svelte.ts';
import TodayScreen from '../screens/today/TodayScreen.svelte';
import TrackingScreen from '../screens/tracking/TrackingScreen.svelte';
import type { Screen } from '../state/screens.ts';
import BookUser from '@lucide/svelte/icons/book-user';
import Calculator from '@lucide/svelte/icons/calculator';
import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import FileUp from '@lucide/svelte/icons/file-up';
import House from '@lucide/svelte/icons/house';
import Inbox from '@lucide/svelte/icons/inbox';
import MapPin from '@lucide/svelte/icons/map-pin';
import PackagePlus from '@lucide/svelte/icons/package-plus';
import Plus from '@lucide/svelte/icons/plus';
import Printer from '@lucide/svelte/icons/printer';
import ScanBarcode from '@lucide/svelte/icons/scan-barcode';
import Settings from '@lucide/svelte/icons/settings';
import Tag from '@lucide/svelte/icons/tag';
import Truck from '@lucide/svelte/icons/truck';
import Users from '@lucide/svelte/icons/users';
import Warehouse from '@lucide/svelte/icons/warehouse';
import type { Component } from 'svelte';

/** Groups of the rail, in its order. */
export const railGroups = ['parcels', 'lookups', 'desk'] as const;
type RailGroup = (typeof railGroups)[number];

/** Place in the rail. Icons are imported singly: the index of the set holds thousands. */
interface RailPlace {
  group: RailGroup;
  icon: typeof House;
}

interface ScreenWithoutKind {
  component: Component;
  kind: null;
}
interface ScreenOfKind {
  component: Component<{ kind: CreateKind }>;
  kind: CreateKind;
}

/** What the frame knows about a screen. Its title is `t().frame.area[screen]`, its keys are those of its actions. */
type ScreenRecord = (ScreenWithoutKind | ScreenOfKind) & {
  /** The actions that open it; the rail shows the keys of the first one. */
  actions: readonly [ActionName, ...ActionName[]];
  /** null for a screen that only other screens open. */
  rail: RailPlace | null;
  /** Called when one of its actions has run, even while the screen is already shown. */
  onopen?: () => void;
};

const createScreens = mapKinds(({ kind }): ScreenRecord => ({
  component: OrderScreen,
  kind,
  actions: [`new-${kind}`],
  rail: null,
}));

const areaScreen = (component: Component, action: ActionName, group: RailGroup, icon: typeof House): ScreenRecord => ({
  component,
  kind: null,
  actions: [action],
  rail: { group, icon },
});

/** Every screen, in the order of the rail. App, rail and the actions that open a screen derive from this table. */
export const screenRecords: Readonly<Record<Screen, ScreenRecord>> = {
  today: { ...areaScreen(TodayScreen, 'go-today', 'parcels', House), onopen: () => todayBoard.beginVisit() },
  ...createScreens,
  'label-order': {
    ...createScreens['label-order'],
    actions: ['go-label-order', 'new-label-order'],
    rail: { group: 'parcels', icon: PackagePlus },
  },
  new: areaScreen(NewScreen, 'go-new', 'parcels', Plus),
  import: areaScreen(ImportScreen, 'go-import', 'parcels', FileUp),
  outbox: areaScreen(OutboxScreen, 'go-outbox', 'parcels', Inbox),
  labels: { ...areaScreen(LabelsScreen, 'go-labels', 'parcels', Printer), actions: ['go-labels', 'print'] },
  handover: areaScreen(HandoverScreen, 'go-handover', 'parcels', Truck),
  close: areaScreen(CloseScreen, 'go-close', 'parcels', CalendarCheck),

  tracking: areaScreen(TrackingScreen, 'go-tracking', 'lookups', MapPin),
  orders: areaScreen(OrdersScreen, 'go-orders', 'lookups', ClipboardList),
  inventory: areaScreen(InventoryScreen, 'go-inventory', 'lookups', Warehouse),
  skus: areaScreen(SkusScreen, 'go-skus', 'lookups', Tag),
  prices: areaScreen(PricesScreen, 'go-prices', 'lookups', Calculator),

  memory: areaScreen(MemoryScreen, 'go-memory', 'desk', BookUser),
  operators: areaScreen(OperatorsScreen, 'go-operators', 'desk', Users),
  scanner: areaScreen(ScannerScreen, 'go-scanner', 'desk', ScanBarcode),
  settings: areaScreen(SettingsScreen, 'go-settings', 'desk', Settings),

  log: { component: LogScreen, kind: null, actions: ['go-log'], rail: null },
};

const isScreen = (name: string): name is Screen => Object.hasOwn(screenRecords, name);

/** Every screen with its record, in the order of the table. */
export const allScreens = Object.keys(screenRecords)
  .filter(isScreen)
  .map((screen) => [screen, screenRecords[screen]] as const);
