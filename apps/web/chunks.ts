/**
 * What is bundled together, for pages that load less. By themselves modules that the same pages ask
 * for end up in a file each set of pages: dozens of files of a few hundred bytes, which compress
 * badly, and whose names every list of what to load ahead repeats.
 *
 * A group takes along what its modules import, unless a group before it has that. So what small pages
 * load too (`check.html`, `qr.html`) comes first, and nothing that those import may stand in a later
 * group. The budgets of `scripts/bundle-size.mjs` hold all of it.
 */
export const CHUNK_GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // Of every page.
  {
    name: 'small',
    test: /src[\\/](ui[\\/](toast|page-texts[\\/]not-loaded)|session[\\/](storage|cookies|refresh)|api[\\/](api-error|bases))\.ts$|preload-helper/,
  },
  // Lazy parts, of pages with and without the application around them.
  { name: 'parts', test: /src[\\/]ui[\\/]later[\\/](parts|missing-styles)\.tsx?$/ },
  // Of all but the smallest.
  { name: 'texts', test: /node_modules[\\/](i18next|react-i18next)[\\/]/ },
  // Of pages with and without the application around them: a kept page takes nothing else along.
  { name: 'dialog', test: /src[\\/]ui[\\/]dialog\.tsx$/ },
  // Of the pages of `index.html`.
  {
    name: 'calls',
    test: /src[\\/](api[\\/](client|lines)|ui[\\/]logo|session[\\/](i18n|routes|leave))\.tsx?$|contract-calls/,
  },
  // Of small pages and of screens: a later group would take them from the small pages.
  {
    name: 'days',
    test: /packages[\\/]domain[\\/]src[\\/](dates|numbers|units|time[\\/].*)\.ts$/,
  },
  { name: 'field', test: /src[\\/]ui[\\/](field[\\/]field|close-icon)\.tsx$/ },
  {
    name: 'calendar-day',
    test: /src[\\/]ui[\\/](popover[\\/]popover|date-range[\\/]calendar(-sign)?)\.tsx?$/,
  },
  // Of every page after sign-in: addresses, data, the frame around the screen.
  {
    name: 'signed-in',
    test: /node_modules[\\/](@tanstack[\\/](router-core|react-router|history|store|react-store|query-core|react-query)|use-sync-external-store)[\\/](?!.*(useBlocker|useLocation|ueriesObserver|useQueries|nfiniteQuery\.|nfiniteQueryObserver|useMutation|mutationObserver))|src[\\/](ui[\\/](destination-icon|destinations|display|page-title|use-address)|session[\\/]context|features[\\/]video-live[\\/]open-live-video)\.tsx?$/,
  },
  // Long lists in tables and on the live map, with the icons of their vehicles.
  {
    name: 'signed-in-rows',
    test: /node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]|src[\\/]ui[\\/]vehicle-(type-)?icon\.tsx$/,
  },
  // Of most screens with a list: over HTTP/1.1 each further file of theirs is a wait of its own.
  {
    name: 'signed-in-lists',
    test: /src[\\/]ui[\\/](data-table|date-range|day-picker|download-menu|fleet-sidebar|popover|vehicle-autocomplete)[\\/](?!.*\.test\.)/,
  },
].map((group, place, { length }) => ({ ...group, priority: length - place }));
