import { Link, useRouter } from '@tanstack/react-router';
import styles from './entity-link.module.css';

const PATHS = {
  vehicle: '/vehicles/$id',
  driver: '/drivers/$id',
  depot: '/depots/$id',
} as const;

/** Pages that show one vehicle, driver or depot. */
type EntityKind = keyof typeof PATHS;

/** A link to the page of a vehicle, driver or depot. */
export function EntityLink({
  kind,
  id,
  search = {},
  children,
}: {
  readonly kind: EntityKind;
  readonly id: number;
  /** The section of the page, with its filter. */
  readonly search?: Readonly<Record<string, string>>;
  readonly children: React.ReactNode;
}) {
  // The small public pages show the same parts and have no router.
  const router: unknown = useRouter({ warn: false });
  if (router == null) return children;
  return (
    <Link
      className={styles.link}
      to={PATHS[kind] as string}
      params={{ id: String(id) } as never}
      search={search as never}
    >
      {children}
    </Link>
  );
}

/** The registration of a vehicle, as a link to its page. Not for the first column of a selectable list. */
export function VehicleLink({
  vehicle,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
}) {
  return (
    <EntityLink kind="vehicle" id={vehicle.id}>
      {vehicle.registration}
    </EntityLink>
  );
}

/** The name of a driver, as a link to the driver's page. */
export function DriverLink({
  driver,
}: {
  readonly driver: {
    readonly id: number;
    readonly first_name: string;
    readonly surname: string;
  };
}) {
  return (
    <EntityLink kind="driver" id={driver.id}>
      {`${driver.first_name} ${driver.surname}`}
    </EntityLink>
  );
}

/** The name of a depot, as a link to its page. */
export function DepotLink({
  depot,
}: {
  readonly depot: { readonly id: number; readonly name: string };
}) {
  return (
    <EntityLink kind="depot" id={depot.id}>
      {depot.name}
    </EntityLink>
  );
}
