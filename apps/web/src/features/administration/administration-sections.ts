import type { Access } from '@roadworthy/domain';
import {
  Activity,
  Binary,
  Building2,
  ClipboardList,
  Cpu,
  EyeOff,
  FileQuestionMark,
  FileUp,
  Flag,
  Hourglass,
  IdCard,
  Import,
  KeyRound,
  LayoutList,
  LifeBuoy,
  ListTree,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  QrCode,
  Rss,
  ScrollText,
  SlidersHorizontal,
  SquareTerminal,
  Truck,
  Type,
  UserCog,
  Users,
  Warehouse,
  Webhook,
} from 'lucide-react';

/** A screen of the administration; its texts are `administration.<key>` and `administration.<key>Text`. */
export interface AdministrationSection {
  readonly key: string;
  readonly to: string;
  readonly icon: LucideIcon;
  /** Access beyond that of an administrator. */
  readonly access?: Access;
}

/** The name of a group is `administration.group.<key>`. */
export interface AdministrationGroup {
  readonly key: string;
  readonly sections: readonly AdministrationSection[];
}

/** The screens of the administration by subject (requirement O-P01). No two share an icon. */
export const ADMINISTRATION_GROUPS: readonly AdministrationGroup[] = [
  {
    key: 'people',
    sections: [
      { key: 'users', to: '/administration/users', icon: Users },
      { key: 'drivers', to: '/administration/drivers', icon: IdCard },
    ],
  },
  {
    key: 'fleet',
    sections: [
      { key: 'vehicles', to: '/administration/vehicles', icon: Truck },
      { key: 'depots', to: '/administration/vehicle-groups', icon: Warehouse },
      { key: 'vehicleLists', to: '/administration/vehicle-lists', icon: LayoutList },
      { key: 'uploadVehicles', to: '/administration/upload-vehicles', icon: FileUp },
      { key: 'uploadCodes', to: '/administration/upload-qr-codes', icon: QrCode },
    ],
  },
  {
    key: 'devices',
    sections: [
      { key: 'trackers', to: '/administration/trackers', icon: Cpu },
      { key: 'rawData', to: '/administration/raw-data', icon: Binary },
      { key: 'deviceCommands', to: '/administration/device-commands', icon: SquareTerminal },
    ],
  },
  {
    key: 'compliance',
    sections: [
      { key: 'checkTemplates', to: '/administration/check-templates', icon: ClipboardList },
      {
        key: 'investigationTemplates',
        to: '/administration/investigation-templates',
        icon: FileQuestionMark,
      },
      { key: 'lists', to: '/administration/activity-types', icon: ListTree },
      { key: 'recordLimits', to: '/administration/record-limits', icon: SlidersHorizontal },
    ],
  },
  {
    key: 'messages',
    sections: [
      { key: 'notifications', to: '/administration/notifications', icon: Mail },
      { key: 'helpPage', to: '/administration/help-page', icon: LifeBuoy },
    ],
  },
  {
    key: 'data',
    sections: [
      { key: 'audit', to: '/administration/audit', icon: ScrollText },
      { key: 'retention', to: '/administration/retention', icon: Hourglass },
      { key: 'privateUse', to: '/administration/private-use', icon: EyeOff },
      { key: 'partnerKeys', to: '/administration/partner-keys', icon: KeyRound },
      { key: 'dataFeeds', to: '/administration/data-feeds', icon: Rss },
      { key: 'outgoingStreams', to: '/administration/outgoing-streams', icon: Webhook },
      { key: 'dataInputs', to: '/administration/data-inputs', icon: Import },
    ],
  },
  {
    key: 'platform',
    sections: [
      { key: 'firstSteps', to: '/administration/first-steps', icon: Flag },
      { key: 'customers', to: '/administration/customers', icon: Building2 },
      { key: 'maps', to: '/administration/maps', icon: MapIcon },
      {
        key: 'systemHealth',
        to: '/administration/system-health',
        icon: Activity,
        access: { kind: 'global-administrator' },
      },
      { key: 'texts', to: '/administration/texts', icon: Type },
      { key: 'preferences', to: '/administration/user-preferences', icon: UserCog },
    ],
  },
];
