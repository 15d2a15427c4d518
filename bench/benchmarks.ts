import { cpus, totalmem } from 'node:os';
import { benchActivities } from './activities.ts';
import { benchAnonymousLoad } from './anonymous-load.ts';
import { benchCatalogue } from './catalogue.ts';
import { COSTS } from './costs.ts';
import { benchCouplings } from './couplings.ts';
import { benchDataFeeds } from './data-feeds.ts';
import { benchDerived } from './derived.ts';
import { benchDerivedTriggers } from './derived-triggers.ts';
import { ASSIGNMENT_LIST } from './driver-assignments.ts';
import { benchDriversHours } from './drivers-hours.ts';
import { benchEngines } from './engines.ts';
import { benchEvidence } from './evidence.ts';
import { benchList } from './filtered-lists.ts';
import { benchFleetReports } from './fleet-reports.ts';
import { benchGeofences } from './geofences.ts';
import { benchBacklog, benchIngest, benchTenThousand } from './ingest.ts';
import { benchInspectionPdf } from './inspection-pdf.ts';
import { benchLists } from './lists.ts';
import { benchLiveMessage } from './live-message.ts';
import { benchMapLoad } from './map-load.ts';
import { benchMarker } from './marker.ts';
import { benchMonthlyPdf } from './monthly-pdf.ts';
import { benchOfflineReports } from './offline-reports.ts';
import { benchOrganisation } from './organisation.ts';
import { PART_MOVEMENTS } from './part-movements.ts';
import { benchPickers } from './pickers.ts';
import { benchQrPage } from './qr-page.ts';
import { benchRecordLists } from './record-lists.ts';
import { benchRegionFigures } from './region-figures.ts';
import { benchSearch } from './search.ts';
import { benchServiceForecast } from './service-forecast.ts';
import { benchSmallFleet } from './small-fleet.ts';
import { benchTrace } from './trace.ts';
import { benchTraceMap } from './trace-map.ts';
import { type BenchRow, benchTrack } from './track.ts';
import { benchTsbs } from './tsbs.ts';
import { benchUpload } from './upload.ts';
import { benchVehicleUpload } from './vehicle-upload.ts';
import { benchVideoClip } from './video-clip.ts';
import { benchVideoFanOut } from './video-fan-out.ts';
import { benchVideoLive } from './video-live.ts';
import { benchVideoRemux } from './video-remux.ts';
import { benchVideoStreams } from './video-streams.ts';
import { WORK_ORDERS } from './work-orders.ts';

/** Gets the selected parts of `name:part`; empty for all parts. */
type Benchmark = (parts: readonly string[]) => Promise<readonly BenchRow[]>;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  ingest: benchIngest,
  backlog: benchBacklog,
  devices: benchTenThousand,
  track: benchTrack,
  trace: benchTrace,
  reports: benchFleetReports,
  tsbs: benchTsbs,
  'live-message': benchLiveMessage,
  'anonymous-load': benchAnonymousLoad,
  'map-load': benchMapLoad,
  marker: benchMarker,
  tracemap: benchTraceMap,
  engines: benchEngines,
  geofences: benchGeofences,
  derived: benchDerived,
  'derived-triggers': benchDerivedTriggers,
  'data-feeds': benchDataFeeds,
  'drivers-hours': benchDriversHours,
  'driver-assignments': () => benchList(ASSIGNMENT_LIST),
  activities: benchActivities,
  records: benchRecordLists,
  couplings: benchCouplings,
  'part-movements': () => benchList(PART_MOVEMENTS),
  costs: () => benchList(COSTS),
  'work-orders': () => benchList(WORK_ORDERS),
  catalogue: benchCatalogue,
  'offline-reports': benchOfflineReports,
  organisation: benchOrganisation,
  lists: benchLists,
  pickers: benchPickers,
  search: benchSearch,
  'small-fleet': benchSmallFleet,
  upload: benchUpload,
  'vehicle-upload': benchVehicleUpload,
  'region-figures': benchRegionFigures,
  'monthly-pdf': benchMonthlyPdf,
  evidence: benchEvidence,
  'service-forecast': benchServiceForecast,
  'qr-page': benchQrPage,
  'inspection-pdf': benchInspectionPdf,
  'video-remux': benchVideoRemux,
  'video-streams': benchVideoStreams,
  'video-fan-out': benchVideoFanOut,
  'video-live': benchVideoLive,
  'video-clip': benchVideoClip,
};

function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gigabytes} GB, Node ${process.versions.node}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/**
 * Runs the named benchmarks, all without names, and prints one table.
 *
 * @param names of {@link BENCHMARKS}, or `name:part`
 */
export async function main(names: readonly string[]): Promise<void> {
  const rows: BenchRow[] = [];
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    const parts = names.filter((one) => one.startsWith(`${name}:`));
    const isWhole = names.length === 0 || names.includes(name);
    if (!isWhole && parts.length === 0) continue;
    rows.push(...(await run(isWhole ? [] : parts.map((one) => one.slice(name.length + 1)))));
  }
  console.log(machine());
  console.log(line(['what', 'measured', 'floor', 'ratio', 'passes']));
  console.log(line(['---', '---:', '---:', '---:', '---']));
  for (const { what, figure, unit, floor, ratio, passes } of rows) {
    const measured = `${figure.toFixed(1)} ${unit}`;
    console.log(
      line([what, measured, `${floor} ${unit}`, ratio.toFixed(2), passes ? 'yes' : 'NO']),
    );
  }
}
