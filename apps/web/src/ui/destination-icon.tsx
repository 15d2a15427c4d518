/** Line drawings on a 24-pixel grid, one for each screen and companion app. */
const PATHS: Readonly<Record<string, string>> = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  track:
    'M12 21s-7-6.2-7-11a7 7 0 0 1 14 0c0 4.8-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  trackVehicle:
    'M3 16V7h10v9M13 10h4l4 4v2h-2M3 16h2M9 16h6M7 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 18a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  trace: 'M5 19c6 0 2-7 7-7s1-7 7-7M5 19h.01M19 5h.01',
  traceVehicle:
    'M4 18c5 0 2-6 6-6M13 12h4l3 3v2M10 17h3M15 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 5h.01M10 12c4 0 3-7 7-7',
  geofence: 'M12 3 20 8v8l-8 5-8-5V8zM12 12h.01',
  driverBehaviour: 'M12 20a8 8 0 1 1 8-8M12 12l4-4M8 20h8',
  mobileye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  timesheets: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  trips:
    'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 17h6a4 4 0 0 0 0-8h-4a3 3 0 0 1 0-6h6',
  events: 'M12 3 2.5 20h19zM12 10v4M12 17h.01',
  videos:
    'M3 7a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1zM16 10l5-3v10l-5-3z',
  vehicleCheck: 'M9 4h6v3H9zM7 5H5v15h14V5h-2M8.5 13l2.5 2.5 4.5-5',
  vehicleFile: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  defects: 'M12 3 2.5 20h19zM12 10v4M12 17h.01',
  inspections: 'M4 4h10v16H4zM7 9h4M7 13h4M17 20l4-4-2-2-4 4v2z',
  earnedRecognition: 'M12 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM8.5 14 7 21l5-2.5L17 21l-1.5-7',
  vor: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM5.6 5.6l12.8 12.8',
  administration:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.8 2.8M16.2 16.2 19 19M19 5l-2.8 2.8M7.8 16.2 5 19',
  app: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
};

/** The decorative icon of a destination or companion app. */
export function DestinationIcon({ name }: { readonly name: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name] ?? PATHS.app} />
    </svg>
  );
}
