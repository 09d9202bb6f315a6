import BookUser from '@lucide/svelte/icons/book-user';
import Calculator from '@lucide/svelte/icons/calculator';
import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import FileUp from '@lucide/svelte/icons/file-up';
import Gauge from '@lucide/svelte/icons/gauge';
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

/** Icons of the areas, all from one set. Imported singly: the index of the set holds thousands. */
export const areaIcons = {
  today: House,
  outbox: Inbox,
  new: Plus,
  'label-order': PackagePlus,
  import: FileUp,
  labels: Printer,
  close: CalendarCheck,
  handover: Truck,
  tracking: MapPin,
  inventory: Warehouse,
  skus: Tag,
  orders: ClipboardList,
  prices: Calculator,
  settings: Settings,
  operators: Users,
  meter: Gauge,
  scanner: ScanBarcode,
  memory: BookUser,
} as const;

/** An area that the navigation leads to. */
export type Area = keyof typeof areaIcons;
