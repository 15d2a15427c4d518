/**
 * Groups of modules that are bundled into one file, so that pages load less. By default the bundler
 * writes one file per set of pages that share modules: dozens of files of a few hundred bytes, which
 * compress badly and lengthen every preload list.
 *
 * A group includes the imports of its modules, unless an earlier group has them. Modules of small pages
 * (`check.html`, `qr.html`) therefore come first, and none of their imports may be in a later group.
 * `scripts/bundle-size.mjs` checks the result.
 */
export const CHUNK_GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // Used by every page.
  {
    name: 'small',
    test: /src[\\/](ui[\\/](toast|top-modal|page-texts[\\/]not-loaded)|session[\\/](storage|cookies|refresh|keep-page|own-screens)|api[\\/](api-error|bases))\.ts$|preload-helper|rolldown.runtime/,
  },
  // Used by the pages of `index.html` before their libraries are loaded.
  {
    name: 'start',
    test: /src[\\/](ui[\\/]design|design-tokens|app[\\/]main-screens|session[\\/]languages)\.ts$/,
  },
  // Lazy parts of pages with and without the application shell.
  {
    name: 'parts',
    test: /src[\\/]ui[\\/](later[\\/](parts|missing-styles)|field[\\/]field|button[\\/]button|close-icon|look[\\/]look)\.tsx?$/,
  },
  // Used by all pages but the smallest.
  { name: 'i18next', test: /node_modules[\\/](i18next|react-i18next)[\\/]/ },
  // Used with and without the application shell: an offline page includes nothing else.
  { name: 'dialog', test: /src[\\/]ui[\\/]native-modal[\\/][\w-]+\.tsx$/ },
  // Styles of most pages: separate, so that no page loads scripts for them.
  { name: 'controls', test: /src[\\/]ui[\\/]controls\.css$/ },
  // Used by the pages of `index.html`.
  {
    name: 'calls',
    test: /src[\\/](api[\\/](client|kept-state|lines)|ui[\\/](logo|language-selector|toasts)|session[\\/](i18n|routes|leave|start|sample-records))\.tsx?$|contract-calls/,
  },
  // Used by small pages and by screens: a later group would remove them from the small pages.
  {
    name: 'days',
    test: /packages[\\/]domain[\\/]src[\\/](dates|known-text|numbers|units|time[\\/].*|vehicle-file[\\/]statuses)\.ts$/,
  },
  {
    name: 'calendar-day',
    test: /src[\\/]ui[\\/](date-range[\\/]calendar(-sign)?)\.tsx?$/,
  },
  // Used by every page after sign-in: routes, data, the application shell.
  {
    name: 'signed-in',
    test: /node_modules[\\/](@tanstack[\\/](router-core|react-router|history|store|react-store|query-core|react-query)|use-sync-external-store)[\\/](?!.*(useBlocker|useLocation|ueriesObserver|useQueries|nfiniteQuery\.|nfiniteQueryObserver))|src[\\/](ui[\\/](dialog|overlays[\\/]overlays|breadcrumbs[\\/]breadcrumbs|select[\\/]select|destination-icon|destinations|display|page-parents|page-title|shortcuts|unknown-address|use-address|use-media-query)|session[\\/](context|rights)|features[\\/](search[\\/]search-button|video-live[\\/]open-live-video)|app[\\/]user-menu)\.tsx?$|features[\\/]search[\\/]search\.module\.css$/,
  },
  // What opens over a page, loaded after it.
  {
    name: 'overlays',
    test: /node_modules[\\/](@base-ui|@floating-ui|reselect)[\\/]|src[\\/]ui[\\/]overlays[\\/](?!overlays\.ts)/,
  },
  // Long lists in tables and on the live map, with the icons of their vehicles.
  {
    name: 'signed-in-rows',
    test: /node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]|src[\\/]ui[\\/](known-text|vehicle-(type-)?icon)\.tsx?$/,
  },
  // Used by most screens with a list: over HTTP/1.1 each further file adds a wait.
  {
    name: 'signed-in-lists',
    test: /src[\\/]ui[\\/](data-table|date-range|day-picker|download-menu|fleet-sidebar|popover|vehicle-autocomplete|vehicle-file)[\\/](?!.*\.test\.)|src[\\/]ui[\\/](field[\\/]check-box|search-button)\.tsx$|ui[\\/]badge[\\/]badge\.(tsx|module\.css)$/,
  },
  // Used by the vehicle file, its panels and the planner.
  {
    name: 'signed-in-vehicle-file',
    test: /src[\\/]features[\\/](vehicle-file[\\/](activity[\\/]document-cell|status-badge|use-[\w-]+|vehicle-file-tabs)|qr-codes[\\/]label[\\/]label-(button|dialog))\.tsx?$/,
  },
  // Icons of several screens, a few hundred bytes each: one file keeps the preload lists short.
  {
    name: 'icons',
    test: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](bell|circle-(check|dashed|exclamation-point|x)|id-card|life-buoy|octagon-exclamation-point|radio-tower|search-check|timer-off|user|warehouse)\.m?js$/,
  },
  // Hooks and texts of the pages of one record.
  {
    name: 'overviews',
    test: /src[\\/]features[\\/]overviews[\\/](overviews-attention|use-overview)\.ts$/,
  },
  // Small parts of screens and of their dialogs.
  {
    name: 'screen-parts',
    test: /src[\\/]ui[\\/](list-tabs[\\/]list-tabs|resource[\\/]settings-state|field[\\/]use-dialog-draft)\.tsx?$/,
  },
  { name: 'pickers', test: /src[\\/]ui[\\/]pickers[\\/][\w-]+-picker\.tsx$/ },
].map((group, place, { length }) => ({ ...group, priority: length - place }));
