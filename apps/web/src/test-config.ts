/** A configuration with the address of every companion app but FMT. */
export const APPS_CONFIG = {
  production: false,
  needs_first_administrator: false,
  home_variant: 'groups',
  map: { style_url: null },
  external_apps: {
    ER_DASHBOARD: 'https://er.example',
    SAFETY_INSPECTION: 'https://si.example',
    DEFECT: 'https://defect.example',
    DRIVER_AGENCY_ONBOARDING: 'https://agency.example',
    FMT: null,
    TACHOGRAF: 'https://tacho.example',
    VEHICLE_UTILISATION: 'https://use.example',
  },
};
