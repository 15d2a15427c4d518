import {
  Award,
  BookUser,
  CalendarClock,
  ClipboardCheck,
  Coins,
  CreditCard,
  ExternalLink,
  FolderOpen,
  Gauge,
  Hammer,
  House,
  LandPlot,
  Link2,
  ListChecks,
  LocateFixed,
  type LucideIcon,
  MapPin,
  Route,
  ScanEye,
  Settings,
  Signpost,
  Timer,
  TrafficCone,
  TriangleAlert,
  Video,
  Waypoints,
  Wrench,
} from 'lucide-react';

/** One icon for each destination, by its key. No two share one. */
export const DESTINATION_ICONS: Readonly<Record<string, LucideIcon>> = {
  home: House,
  track: MapPin,
  trackVehicle: LocateFixed,
  trace: Route,
  traceVehicle: Waypoints,
  geofence: LandPlot,
  driverBehaviour: Gauge,
  mobileye: ScanEye,
  timesheets: CalendarClock,
  trips: Signpost,
  events: TriangleAlert,
  videos: Video,
  vehicleCheck: ClipboardCheck,
  vehicleFile: FolderOpen,
  couplings: Link2,
  defects: Wrench,
  inspections: ListChecks,
  workOrders: Hammer,
  earnedRecognition: Award,
  tachograph: CreditCard,
  driversFile: BookUser,
  driversHours: Timer,
  costs: Coins,
  vor: TrafficCone,
  administration: Settings,
};

/** The decorative icon of a destination; a companion app has that of a link to another site. */
export function DestinationIcon({ name }: { readonly name: string }) {
  const Icon = DESTINATION_ICONS[name] ?? ExternalLink;
  return <Icon size={24} strokeWidth={1.75} aria-hidden="true" />;
}
