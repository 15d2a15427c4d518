/** Requirement, flag and field of the records of companion apps (U-33 to U-40). */
export const APP_FLAGS = [
  ['[U-33]', 'global_admin', 'IsGlobalAdmin'],
  ['[U-34]', 'customer_admin', 'IsCustomerAdmin'],
  ['[U-35]', 'manager', 'IsManager'],
  ['[U-36]', 'engineer', 'IsEngineer'],
  ['[U-37]', 'repairer', 'IsRepairer'],
  ['[U-38]', 'readonly', 'IsReadonly'],
  ['[U-39]', 'server_user', 'IsServerUser'],
  ['[U-40]', 'user_vehicle_admin', 'IsUserVehicleAdmin'],
] as const;
