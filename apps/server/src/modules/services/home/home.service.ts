import { type AnswerOf, contract } from '@roadworthy/contract';
import {
  allows,
  type DownloadFilter,
  type DriverFileFilter,
  type OfficialFlag,
  toApiDate,
} from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { AlertsService } from '../../features/alerts/index.ts';
import { BrakeDueService } from '../../features/brake-tests/index.ts';
import { CamerasService } from '../../features/cameras/index.ts';
import { CoachingSessions } from '../../features/coaching/index.ts';
import { DefectList } from '../../features/defects/index.ts';
import { PlanningBoardService } from '../../features/driver-planning/index.ts';
import { DriversFileService } from '../../features/drivers-file/index.ts';
import { InfringementsService } from '../../features/drivers-hours/index.ts';
import { ReviewFiguresService } from '../../features/events/index.ts';
import { openFaults } from '../../features/faults/index.ts';
import { FuelCardsService } from '../../features/fuel-cards/index.ts';
import { OfficialDataService } from '../../features/official-data/index.ts';
import { CatalogueService } from '../../features/parts/index.ts';
import { SchedulesService } from '../../features/schedules/index.ts';
import { TachographDownloadsService } from '../../features/tachograph-downloads/index.ts';
import { fleetCounts } from '../../features/tracking/index.ts';
import { TyreRegisterService } from '../../features/tyres/index.ts';
import { UnaccountedDrivingService } from '../../features/unaccounted-driving/index.ts';
import { dayAfter, FiguresService } from '../../features/vehicle-check/index.ts';
import { ActivitiesService } from '../../features/vehicle-file/index.ts';
import { VorDashboard } from '../../features/vor/index.ts';
import { WorkOrderCampaigns } from '../../features/work-orders/index.ts';
import { daysOf } from './home-days.ts';

type Overview = AnswerOf<typeof contract.home.overview>;
type Part<K extends keyof Overview> = Promise<Overview[K]>;

/** Days in which something is due soon, today included. */
const SOON_DAYS = 7;
/** Documents of this many days are searched for open investigations. */
const INVESTIGATED_DAYS = 365;
/** The lists are read for their count only. */
const FIRST = {
  page: 1,
  pageSize: 25,
  search: '',
  ordering: '',
  orderingDirection: '',
} as const;

/**
 * What needs attention today, from the services of the lists behind the figures, so that a figure and
 * its list cannot differ. The parts are read one after the other: a home screen uses one connection of
 * the database, however many of its parts a person may see.
 */
export class HomeService {
  readonly #schedules: SchedulesService;
  readonly #vor: VorDashboard;
  readonly #checks: FiguresService;
  readonly #defects: DefectList;
  readonly #activities: ActivitiesService;
  readonly #brakes: BrakeDueService;
  readonly #alerts: AlertsService;
  readonly #reviews: ReviewFiguresService;
  readonly #cameras: CamerasService;
  readonly #downloads: TachographDownloadsService;
  readonly #driversFile: DriversFileService;
  readonly #infringements: InfringementsService;
  readonly #parts: CatalogueService;
  readonly #official: OfficialDataService;
  readonly #tyres: TyreRegisterService;
  readonly #campaigns: WorkOrderCampaigns;
  readonly #unaccounted: UnaccountedDrivingService;
  readonly #coaching: CoachingSessions;
  readonly #planning: PlanningBoardService;
  readonly #fuelCards: FuelCardsService;

  constructor(private readonly services: Services) {
    this.#schedules = new SchedulesService(services.db);
    this.#vor = new VorDashboard(services);
    this.#checks = new FiguresService(services.db);
    this.#defects = new DefectList(services);
    this.#activities = new ActivitiesService(services);
    this.#brakes = new BrakeDueService(services);
    this.#alerts = new AlertsService(services);
    this.#reviews = new ReviewFiguresService(services.db);
    this.#cameras = new CamerasService(services.db);
    this.#downloads = new TachographDownloadsService(services.db);
    this.#driversFile = new DriversFileService(services);
    this.#infringements = new InfringementsService(services);
    this.#parts = new CatalogueService(services.db);
    this.#official = OfficialDataService.of(services);
    this.#tyres = new TyreRegisterService(services.db);
    this.#campaigns = new WorkOrderCampaigns(services.db);
    this.#unaccounted = new UnaccountedDrivingService(services.db);
    this.#coaching = new CoachingSessions(services);
    this.#planning = new PlanningBoardService(services.db);
    this.#fuelCards = new FuelCardsService(services.db);
  }

  /** @param nowMs decides which day is today in the person's time zone */
  async overview(viewer: Viewer, nowMs = Date.now()): Promise<Overview> {
    const today = toApiDate(nowMs, viewer.timeZone ?? 'UTC');
    const checks = await this.#checksPart(viewer);
    return {
      schedules: await this.#schedulesPart(viewer, today),
      vor: await this.#vorPart(viewer),
      checks:
        checks === null
          ? null
          : { vehicles: checks.vehicles, checked: checks.checked, missing: checks.missing },
      defects: await this.#defectsPart(viewer),
      brake_tests: await this.#brakesPart(viewer),
      investigations: await this.#investigationsPart(viewer, today),
      vehicles: await this.#vehiclesPart(viewer),
      cameras: await this.#camerasPart(viewer),
      events: await this.#eventsPart(viewer, nowMs),
      alerts: await this.#alertsPart(viewer),
      tachograph: await this.#tachographPart(viewer, nowMs),
      drivers_file: await this.#driversFilePart(viewer, nowMs),
      drivers_hours: await this.#driversHoursPart(viewer),
      official_data: await this.#officialPart(viewer),
      tyres: await this.#tyresPart(viewer, nowMs),
      recalls: await this.#recallsPart(viewer),
      unaccounted: await this.#unaccountedPart(viewer, nowMs),
      parts: await this.#partsPart(viewer),
      faults: await this.#faultsPart(viewer),
      fuel_cards: await this.#fuelCardsPart(viewer, nowMs),
      driver_planning: await this.#planningPart(viewer, nowMs),
      coaching: await this.#coachingPart(viewer),
      days: await daysOf(this.services.db, viewer, today, checks?.days ?? null),
    };
  }

  async #schedulesPart(viewer: Viewer, today: string): Part<'schedules'> {
    if (!allows(contract.schedules.schedules.access, viewer)) return null;
    const overdue = await this.#schedules.list(viewer, { ...FIRST, state: 'overdue' });
    const soon = { from: today, to: dayAfter(today, SOON_DAYS - 1) };
    const due = await this.#schedules.list(viewer, { ...FIRST, ...soon });
    return { overdue: overdue.count, due_soon: due.count };
  }

  async #vorPart(viewer: Viewer): Part<'vor'> {
    if (!allows(contract.vor.figures.access, viewer)) return null;
    const { totals } = await this.#vor.figures(viewer, {});
    return { off_road: totals.off_road, over_7_days: totals.over_7_days, cost: totals.cost };
  }

  async #checksPart(viewer: Viewer) {
    if (!allows(contract.vehicleCheck.regionFigures.access, viewer)) return null;
    return this.#checks.fleet(viewer);
  }

  async #defectsPart(viewer: Viewer): Part<'defects'> {
    if (!allows(contract.defects.figures.access, viewer)) return null;
    const { open, dangerous, overdue } = await this.#defects.figures(viewer, {});
    return { open, dangerous, overdue };
  }

  async #brakesPart(viewer: Viewer): Part<'brake_tests'> {
    // The screen of the list needs this module, though its calls are open to the vehicle file too.
    if (!allows({ kind: 'module', anyOf: ['SafetyInspection'] }, viewer)) return null;
    const { count } = await this.#brakes.list(viewer, { ...FIRST, state: 'overdue' });
    return { overdue: count };
  }

  async #faultsPart(viewer: Viewer): Part<'faults'> {
    if (!allows(contract.faults.list.access, viewer)) return null;
    return { open: await this.services.db.asViewer(viewer, (trx) => openFaults(trx, viewer)) };
  }

  async #investigationsPart(viewer: Viewer, today: string): Part<'investigations'> {
    if (!allows(contract.vehicleFile.list.access, viewer)) return null;
    const first = dayAfter(today, 1 - INVESTIGATED_DAYS);
    const inQuery = (day: string) => day.split('-').reverse().join('-');
    const open = await this.#activities.count(viewer, {
      ...FIRST,
      fulfilled_at_date_range: `${inQuery(first)},${inQuery(today)}`,
      has_pending_investigations: true,
    });
    return { open, start_date: first, end_date: today };
  }

  async #vehiclesPart(viewer: Viewer): Part<'vehicles'> {
    if (!allows(contract.tracking.track.access, viewer)) return null;
    return this.services.db.asViewer(viewer, (trx) => fleetCounts(trx, viewer));
  }

  async #camerasPart(viewer: Viewer): Part<'cameras'> {
    if (!allows(contract.cameras.states.access, viewer)) return null;
    const { count: total } = await this.#cameras.states(viewer, FIRST);
    if (total === 0) return null;
    const { count: offline } = await this.#cameras.states(viewer, { ...FIRST, state: 'offline' });
    return { total, offline };
  }

  async #eventsPart(viewer: Viewer, nowMs: number): Part<'events'> {
    if (!allows(contract.events.reviewFigures.access, viewer)) return null;
    const { count, ...range } = await this.#reviews.toReview(viewer, nowMs);
    return { to_review: count, ...range };
  }

  async #alertsPart(viewer: Viewer): Part<'alerts'> {
    if (!allows(contract.alerts.list.access, viewer)) return null;
    const page = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' };
    const { unread } = await this.#alerts.list(viewer, page, {
      unreadOnly: true,
      kind: '',
      isMine: false,
    });
    return { unread };
  }

  async #tachographPart(viewer: Viewer, nowMs: number): Part<'tachograph'> {
    if (!allows(contract.tachographDownloads.list.access, viewer)) return null;
    const count = async (state: DownloadFilter) =>
      (await this.#downloads.list(viewer, { ...FIRST, state }, nowMs)).count;
    return {
      due: await count('due'),
      overdue: await count('late'),
    };
  }

  async #driversFilePart(viewer: Viewer, nowMs: number): Part<'drivers_file'> {
    if (!allows(contract.driversFile.list.access, viewer)) return null;
    const count = async (state: DriverFileFilter) =>
      (await this.#driversFile.list(viewer, { ...FIRST, state }, nowMs)).count;
    return {
      due: await count('due'),
      overdue: await count('lapsed'),
    };
  }

  async #driversHoursPart(viewer: Viewer): Part<'drivers_hours'> {
    if (!allows(contract.driversHours.infringements.access, viewer)) return null;
    return this.#infringements.open(viewer);
  }

  async #officialPart(viewer: Viewer): Part<'official_data'> {
    if (!this.#official.isConfigured) return null;
    if (!allows(contract.officialData.list.access, viewer)) return null;
    const count = async (flag: OfficialFlag) =>
      (await this.#official.list(viewer, { ...FIRST, flag })).count;
    return {
      untaxed: await count('untaxed'),
      mot_overdue: await count('mot_overdue'),
      differences: await count('difference'),
    };
  }

  async #tyresPart(viewer: Viewer, nowMs: number): Part<'tyres'> {
    if (!allows(contract.tyres.list.access, viewer)) return null;
    return this.#tyres.figures(viewer, nowMs);
  }

  async #recallsPart(viewer: Viewer): Part<'recalls'> {
    const isAllowed = allows(contract.workOrderCampaigns.list.access, viewer);
    // The screen of the list needs this module.
    if (!isAllowed || !allows({ kind: 'module', anyOf: ['Defect'] }, viewer)) return null;
    const figures = await this.#campaigns.figures(viewer);
    return figures.open === 0 ? null : figures;
  }

  async #unaccountedPart(viewer: Viewer, nowMs: number): Part<'unaccounted'> {
    if (!allows(contract.unaccountedDriving.list.access, viewer)) return null;
    return this.#unaccounted.open(viewer, nowMs);
  }

  async #fuelCardsPart(viewer: Viewer, nowMs: number): Part<'fuel_cards'> {
    if (!allows(contract.fuelCards.list.access, viewer)) return null;
    return this.#fuelCards.open(viewer, nowMs);
  }

  async #partsPart(viewer: Viewer): Part<'parts'> {
    const isAllowed = allows(contract.parts.figures.access, viewer);
    // The screen of the list needs this module, though its calls are open to the vehicle file too.
    if (!isAllowed || !allows({ kind: 'module', anyOf: ['Defect'] }, viewer)) return null;
    const { parts, short } = await this.#parts.figures(viewer);
    return parts === 0 ? null : { short };
  }

  async #planningPart(viewer: Viewer, nowMs: number): Part<'driver_planning'> {
    if (!allows(contract.driverPlanning.list.access, viewer)) return null;
    return this.#planning.figures(viewer, nowMs);
  }

  async #coachingPart(viewer: Viewer): Part<'coaching'> {
    if (!allows(contract.coaching.sessions.access, viewer)) return null;
    if (!viewer.modules.includes('Events')) return null;
    const { count } = await this.#coaching.list(viewer, { ...FIRST, due: 'true' });
    return { due: count };
  }
}
