/** Props of a dialog about a vehicle. */
export interface VehicleDialogProps {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly onClose: () => void;
}
