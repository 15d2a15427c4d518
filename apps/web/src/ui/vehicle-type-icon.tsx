/** References with a file in the icons path (requirement G-P04). */
const DRAWN: ReadonlySet<string> = new Set(['car', 'van', 'str', 'bik']);
const FALLBACK = 'car';

/** The types of a vehicle that determine its icon. */
export interface TypedVehicle {
  readonly type: string | null;
  readonly vehicle_type?: { readonly reference: string } | null;
  readonly manufacturer_model?: {
    readonly vehicle_type: { readonly reference: string };
  } | null;
}

/**
 * The address of a vehicle's icon on the icons path: a reference in lower case and "-icon.svg"
 * (requirement G-33). It follows the type of the model, else that of the vehicle, else the type, the first
 * that is drawn; a missing icon falls back to the car (OP-040).
 */
export function iconAddress({ type, vehicle_type, manufacturer_model }: TypedVehicle): string {
  const references = [manufacturer_model?.vehicle_type.reference, vehicle_type?.reference, type];
  const drawn = references.map((one) => one?.toLowerCase()).find((one) => DRAWN.has(one ?? ''));
  return `/icons/vehicle-types/${drawn ?? FALLBACK}-icon.svg`;
}

/** The icon of a vehicle type. Decorative: the registration is next to it. */
export function VehicleTypeIcon({
  vehicle,
  size = 24,
}: {
  readonly vehicle: TypedVehicle;
  readonly size?: number;
}) {
  return <img src={iconAddress(vehicle)} width={size} height={size} alt="" />;
}
