// The rows of all tables, generated from the migrated schema. Do not edit: add a migration, then run
// `npm run generate:tables`. apps/server/test/row-types/columns.ts names the types of JSON columns.
import type { AlertSeverity, AuditKind, BrakeAssessed, BrakeLimits, BrakeTestFigures, CheckItem, CoachingAction, Computed, DamageZone, Day, DefectItem, DefectState, DeviceInstruction, ExemptibleItem, FieldChange, FigureLimits, FigureResult, HandedItem, InspectionItem, JsonRecord, KeptChoices, LicenceCategory, LicenceChange, MotDefect, NotificationKind, PenaltyPoints, Protocol, Ring, SampleRow, SavedViewList, SavedViewSettings, SnapshotSchedule, StatusOption, SurveyItem, TemplateItem, TripSegment, TyreFigure, UnitDayContent, UploadColumns, UploadFields, UseWeeks, VehicleType } from "./column-types.ts";
import type { ColumnType, JSONColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Numeric = ColumnType<string, number | string, number | string>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccidentParties {
  customer_id: number;
  details: string;
  id: Computed<number>;
  injured: boolean;
  injury_details: string;
  kind: "party" | "witness";
  name: string;
  number_in_vehicle: number;
  phone: string;
  position: number;
  registration: string;
  report_id: number;
}

export interface AccidentPhotographs {
  created_at: Generated<Timestamp>;
  customer_id: number;
  file_id: string;
  id: Computed<number>;
  notes: Generated<string>;
  party_id: number | null;
  photo_key: string;
  position: number | null;
  report_id: number | null;
  report_key: string;
}

export interface AccidentReports {
  activity_id: number | null;
  address: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  damage: string;
  description: string;
  digest: Buffer;
  driver_name: string;
  driver_phone: string;
  happened_at: Timestamp;
  id: Computed<number>;
  injuries: boolean;
  latitude: number | null;
  longitude: number | null;
  police_informed: boolean;
  police_reference: string | null;
  reference_number: Computed<string>;
  report_key: string;
  road: string | null;
  signature_file_id: string;
  signed_name: string;
  sketch_file_id: string | null;
  time_zone: string;
  told_at: Timestamp | null;
  vehicle_id: number;
}

export interface AccountSessions {
  address: Generated<string>;
  began_at: Generated<Timestamp>;
  grant_id: string;
  last_used_at: Generated<Timestamp>;
  user_agent: Generated<string>;
  user_id: number;
}

export interface ActivityTypes {
  archived_at: Timestamp | null;
  customer_id: number | null;
  id: Generated<number>;
  internal_use: Generated<boolean>;
  name: string;
  reference: string;
  require_user_date_input: Generated<boolean>;
  schedule_type_id: number | null;
  statuses: Generated<JSONColumnType<StatusOption[]>>;
  use_activity_statuses_on_ui: Generated<boolean>;
  vehicle_types: Generated<VehicleType[]>;
}

export interface Addresses {
  address1: Generated<string>;
  address2: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  county: Generated<string>;
  customer_id: number;
  display_name: Generated<string>;
  id: Computed<number>;
  postcode: Generated<string>;
}

export interface Agencies {
  archived_at: Timestamp | null;
  contact: Generated<string>;
  created_at: Generated<Timestamp>;
  customer_id: number;
  email: string | null;
  id: Computed<number>;
  name: string;
  note: Generated<string>;
  phone: string | null;
}

export interface AgencyOnboardingDocuments {
  back_file_id: string | null;
  categories: Generated<string[]>;
  customer_id: number;
  decided_by: string | null;
  expires_on: Day | null;
  front_file_id: string | null;
  id: Computed<number>;
  is_accepted: boolean | null;
  issued_on: Day | null;
  kind: "cpc_card" | "licence" | "right_to_work" | "tachograph_card";
  number: Generated<string>;
  onboarding_id: number;
  reason: Generated<string>;
  title: Generated<string>;
}

export interface AgencyOnboardings {
  address: Generated<string>;
  agency_id: number;
  born_on: Day | null;
  customer_id: number;
  decided_at: Timestamp | null;
  decided_by: string | null;
  depot_id: number | null;
  documents: string[];
  driver_id: number | null;
  email: string;
  engaged_until: Day | null;
  expires_at: Timestamp;
  first_name: string;
  id: Computed<number>;
  invited_at: Generated<Timestamp>;
  invited_by: string;
  invited_by_id: number | null;
  language: "en" | "pt";
  phone: string | null;
  photographs: Generated<number>;
  reason: Generated<string>;
  sent_at: Generated<Timestamp>;
  signature_file_id: string | null;
  state: Generated<"accepted" | "in_progress" | "invited" | "rejected" | "submitted" | "withdrawn">;
  submitted_at: Timestamp | null;
  surname: string;
  terms_accepted_at: Timestamp | null;
  terms_id: number | null;
  terms_name: string | null;
  token_hash: Buffer | null;
  version: Generated<number>;
}

export interface AgencyTerms {
  body: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  customer_id: number;
  id: Computed<number>;
  version: number;
}

export interface AlertReads {
  alert_id: Int8;
  customer_id: number;
  read_at: Generated<Timestamp>;
  user_id: number;
}

export interface AlertRules {
  created_at: Generated<Timestamp>;
  created_by: number | null;
  customer_id: number;
  depot_ids: Generated<number[]>;
  emails: Generated<string[]>;
  event_codes: number[];
  from_minute: number;
  geofence_ids: Generated<number[]>;
  id: Computed<number>;
  is_active: boolean;
  min_duration_s: number | null;
  min_speed_kmh: number | null;
  name: string;
  notify_in_app: boolean;
  severity: "critical" | "information" | "warning";
  sms_numbers: Generated<string[]>;
  template: string | null;
  time_zone: string;
  until_minute: number;
  vehicle_ids: Generated<number[]>;
  webhook_secret: string | null;
  webhook_url: string | null;
  weekdays: number[];
}

export interface Alerts {
  created_at: Generated<Timestamp>;
  customer_id: number;
  defect_record_id: number | null;
  event_code: number | null;
  fault_id: number | null;
  geofence_id: number | null;
  geofence_key: Generated<number>;
  id: Computed<Int8>;
  in_app: boolean;
  latitude: number | null;
  longitude: number | null;
  notified_at: Timestamp | null;
  occurred_at: Timestamp;
  recall_campaign_id: number | null;
  recall_due_on: Day | null;
  recall_vehicles: number | null;
  rule_id: number | null;
  rule_key: number;
  rule_name: string;
  severity: AlertSeverity;
  vehicle_id: number;
}

export interface ApiTokens {
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  hint: string;
  id: Computed<number>;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  scopes: string[];
  token_hash: Buffer;
  user_id: number;
}

export interface AuditEntries {
  action: "archived" | "changed" | "created" | "erased" | "exported" | "refused" | "removed" | "restored" | "viewed";
  actor_id: number | null;
  actor_name: string | null;
  after: JSONColumnType<JsonRecord> | null;
  at: Timestamp;
  before: JSONColumnType<JsonRecord> | null;
  chain: Computed<number>;
  content_digest: Buffer;
  customer_id: number | null;
  hash: Buffer;
  id: Computed<Int8>;
  position: Int8;
  salt: Buffer | null;
  subject_id: string;
  subject_kind: AuditKind;
  subject_name: string | null;
}

export interface AuditSurveys {
  auditor: string;
  auditor_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number;
  id: Generated<number>;
  items: JSONColumnType<SurveyItem[]>;
  note: Generated<string>;
  reference_number: Computed<string>;
  score: number | null;
  surveyed_at: Timestamp;
  vehicle_id: number | null;
}

export interface BackupRuns {
  created_at: Timestamp;
  id: Computed<number>;
  is_encrypted: boolean;
  size_bytes: Int8;
  verified_at: Timestamp;
  version: string;
}

export interface BrakePlans {
  assessed_by: Generated<string>;
  assessment: Generated<string>;
  category: "goods" | "light" | "psv" | "trailer" | null;
  customer_id: number;
  licence_weeks: number | null;
  regime: Generated<"ebpms" | "risk_assessment" | "roller">;
  review_on: Day | null;
  use: "arduous" | "general" | "light" | "off_road" | null;
  vehicle_id: number;
  version: Generated<number>;
}

export interface BrakeTests {
  assessed: JSONColumnType<BrakeAssessed>;
  category: "goods" | "light" | "psv" | "trailer";
  counts_as_laden: boolean;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  customer_id: number;
  figures: JSONColumnType<BrakeTestFigures>;
  id: Computed<number>;
  inspection_record_id: number | null;
  is_annual_test: Generated<boolean>;
  method: "decelerometer" | "ebpms" | "laden_roller" | "risk_assessment" | "unladen_roller";
  place: Generated<string>;
  print_out_file_id: string | null;
  result: "below" | "incomplete" | "met" | "not_measured";
  tested_at: Timestamp;
  tester: string;
  vehicle_id: number;
  version: Generated<number>;
  void_reason: string | null;
  voided_at: Timestamp | null;
  voided_by: string | null;
}

export interface CalendarFeeds {
  category: string | null;
  created_at: Generated<Timestamp>;
  customer_id: number | null;
  depot_id: number | null;
  id: Computed<number>;
  last_read_at: Timestamp | null;
  name: string;
  token_hash: Buffer;
  user_id: number;
}

export interface Cameras {
  address: string | null;
  channel: number;
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<number>;
  is_active: Generated<boolean>;
  live_mode: Generated<"snapshot" | "stream">;
  name: string;
  oldest_asked_at: Timestamp | null;
  oldest_footage_at: Timestamp | null;
  source: "jt1078" | "rtsp" | "upload";
  tracker_id: number;
}

export interface CatalogueEntries {
  archived_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<number>;
  kind: "contract_type" | "driver_category" | "lease_company" | "livery" | "manufacturer" | "model";
  manufacturer_id: number | null;
  name: string;
  vehicle_type: "BIK" | "CAR" | "STR" | "VAN" | null;
}

export interface CheckCombinations {
  check_id: number;
  customer_id: number;
  leading_check_id: number;
}

export interface CheckPhotographs {
  check_key: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  file_id: string;
  id: Computed<number>;
  photo_key: string;
  report_file_id: string;
  taken_at: Timestamp | null;
  user_id: number;
}

export interface CheckTemplates {
  changed_at: Generated<Timestamp>;
  changed_by: string;
  customer_id: number | null;
  id: Generated<number>;
  is_current: Generated<boolean>;
  is_for_trailers: Generated<boolean>;
  items: JSONColumnType<TemplateItem[]>;
  vehicle_type: "BIK" | "CAR" | "STR" | "VAN";
  version: Generated<number>;
}

export interface ClockFaultRecords {
  customer_id: number;
  device_time: Timestamp;
  fault: "clock_future" | "clock_past";
  received_at: Generated<Timestamp>;
  record: ColumnType<unknown, string, string>;
  record_digest: Int8;
  tracker_id: number;
  vehicle_id: number;
}

export interface CoachingMarks {
  customer_id: number;
  marked_at: Generated<Timestamp>;
  marked_by: number | null;
  review_id: Int8;
}

export interface CoachingSessionEvents {
  customer_id: number;
  review_id: Int8;
  session_id: number;
}

export interface CoachingSessions {
  acknowledged_at: Timestamp | null;
  actions: Generated<JSONColumnType<CoachingAction[]>>;
  closed_at: Timestamp | null;
  coach_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  driver_comment: Generated<string>;
  driver_id: number;
  follow_up_on: Day | null;
  held_at: Timestamp | null;
  id: Computed<number>;
  note: Generated<string>;
  planned_on: Day;
  signed_by: string | null;
  state: Generated<"acknowledged" | "closed" | "held" | "planned">;
  version: Generated<number>;
}

export interface CostBudgets {
  amount: Numeric;
  customer_id: number;
  depot_id: number | null;
  id: Computed<Int8>;
  kind: "depreciation" | "fine" | "fuel" | "insurance" | "lease" | "maintenance" | "other" | "repair" | "tax" | "toll" | "tyres";
  month: Day;
  vehicle_type: "BIK" | "CAR" | "STR" | "VAN" | null;
}

export interface CostBudgetWarnings {
  customer_id: number;
  depot_id: number;
  kind: string;
  month: Day;
  sent_at: Generated<Timestamp>;
}

export interface CostEntries {
  amount: Numeric;
  category: "depreciation" | "fine" | "fuel" | "insurance" | "lease" | "maintenance" | "other" | "tax" | "toll" | "tyres";
  created_at: Generated<Timestamp>;
  created_by: number | null;
  customer_id: number;
  ends_on: Day;
  energy_kwh: Numeric | null;
  id: Computed<Int8>;
  latitude: number | null;
  litres: Numeric | null;
  longitude: number | null;
  note: Generated<string>;
  place: Generated<string>;
  product: Generated<string>;
  reference: Generated<string>;
  search_text: Computed<string>;
  starts_on: Day;
  supplier: Generated<string>;
  time_of_day: string | null;
  transaction_at: Timestamp | null;
  vehicle_id: number;
  version: Generated<number>;
}

export interface CostPlans {
  category: "depreciation" | "insurance" | "lease" | "maintenance" | "other" | "tax" | "toll" | "tyres";
  customer_id: number;
  first_month: Day;
  id: Computed<number>;
  last_month: Day | null;
  monthly: Numeric;
  note: Generated<string>;
  price: Numeric | null;
  reference: Generated<string>;
  residual: Numeric | null;
  supplier: Generated<string>;
  term_months: number | null;
  vehicle_id: number;
  version: Generated<number>;
}

export interface CouplingDismissals {
  customer_id: number;
  from_at: Timestamp;
  id: Computed<number>;
  to_at: Timestamp;
  trailer_id: number;
  vehicle_id: number;
}

export interface CouplingDue {
  customer_id: number;
  from_at: Timestamp;
  id: Computed<Int8>;
  is_search: Generated<boolean>;
  not_before: Generated<Timestamp>;
  to_at: Timestamp;
  vehicle_id: number;
}

export interface CouplingFindings {
  customer_id: number;
  ended_at: Timestamp | null;
  moved_m: number;
  moved_until: Timestamp;
  silent_since: Timestamp | null;
  source: "device" | "place";
  started_at: Timestamp;
  trailer_id: number;
  vehicle_id: number;
}

export interface CouplingNearby {
  customer_id: number;
  from_at: Timestamp;
  to_at: Timestamp;
  trailer_id: number;
  vehicle_id: number;
}

export interface Couplings {
  author: string;
  author_id: number | null;
  coupled_at: Timestamp;
  created_at: Generated<Timestamp>;
  customer_id: number;
  driver_id: number | null;
  id: Computed<number>;
  is_end_found: Generated<boolean>;
  note: Generated<string>;
  position: Generated<number>;
  silent_since: Timestamp | null;
  source: "device" | "driver" | "hand" | "place";
  trailer_id: number;
  uncoupled_at: Timestamp | null;
  vehicle_id: number;
  version: Generated<number>;
}

export interface CouplingStates {
  at: Timestamp;
  customer_id: number;
  state: ColumnType<unknown, string, string>;
  vehicle_id: number;
}

export interface Customers {
  address_id: number | null;
  archived_at: Timestamp | null;
  contact_email: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  created_at: Generated<Timestamp>;
  currency: Generated<string>;
  id: Computed<number>;
  languages: Generated<string[]>;
  logo: string | null;
  logo_file_id: string | null;
  maintenance_control_phone: string | null;
  name: string;
  render_logo_on_home: Generated<boolean>;
  requires_second_factor: Generated<boolean>;
  slogan: string | null;
}

export interface CustomerTexts {
  changed_at: Generated<Timestamp>;
  changed_by: string;
  customer_id: number;
  key: string;
  language: "en" | "pt";
  place: "documents" | "interface";
  text: string;
}

export interface DataInputMessages {
  content: Buffer;
  customer_id: number;
  full_bytes: number;
  id: Computed<Int8>;
  input_id: number;
  problems: Generated<ColumnType<unknown, string, string>>;
  received_at: Generated<Timestamp>;
  refusal: string | null;
  topic: Generated<string>;
}

export interface DataInputs {
  attempts: Generated<number>;
  connected_at: Timestamp | null;
  connection_failure: string | null;
  created_at: Generated<Timestamp>;
  created_by: Generated<string>;
  credentials: Buffer | null;
  customer_id: number;
  id: Computed<number>;
  is_on: Generated<boolean>;
  is_refusing: Generated<boolean>;
  kind: "http" | "mqtt";
  last_message_at: Timestamp | null;
  lease: string | null;
  leased_until: Timestamp | null;
  mapping: ColumnType<unknown, string, string>;
  name: string;
  next_attempt_at: Generated<Timestamp>;
  records_refused: Generated<Int8>;
  records_stored: Generated<Int8>;
  refusal: string | null;
  refused_at: Timestamp | null;
  settings: Generated<ColumnType<unknown, string, string>>;
  token_digest: Buffer | null;
}

export interface DefectRecords {
  assessed_at: Timestamp | null;
  assessed_by: string | null;
  assessment: string | null;
  assigned_at: Timestamp | null;
  assigned_by: string | null;
  cost: Computed<Numeric>;
  customer_id: number;
  due_at: Timestamp | null;
  expected_back_at: Timestamp | null;
  id: Generated<number>;
  items: JSONColumnType<DefectItem[]>;
  job_number: string | null;
  labour_cost: Numeric | null;
  odometer_m: Int8 | null;
  parts_cost: Numeric | null;
  place: string | null;
  reference_number: string;
  repair: string | null;
  repaired_at: Timestamp | null;
  repaired_by: string | null;
  repairer: string | null;
  reported_at: Timestamp;
  reported_by: string;
  search_text: Computed<string>;
  severity_rank: Computed<number>;
  signature_file_id: string | null;
  signed_off_at: Timestamp | null;
  signed_off_by: string | null;
  state: Computed<DefectState>;
  vehicle_id: number;
  version: Generated<number>;
}

export interface Deliveries {
  alert_id: Int8 | null;
  attempts: Generated<number>;
  channel: "email" | "push" | "sms" | "webhook";
  content: JSONColumnType<JsonRecord> | null;
  created_at: Generated<Timestamp>;
  customer_id: number | null;
  delivery_key: string | null;
  ended_at: Timestamp | null;
  failure: string | null;
  id: Computed<Int8>;
  kind: string;
  last_attempt_at: Timestamp | null;
  next_attempt_at: Generated<Timestamp>;
  notification_email_id: number | null;
  notification_type: string | null;
  queue: Generated<"documents" | "email" | "push" | "security" | "sms" | "webhook">;
  record_id: number | null;
  record_kind: "defect" | "digest" | "driver_check" | "test" | "vehicle_report" | null;
  state: Generated<"bounced" | "failed" | "sent" | "waiting">;
  target: string;
  user_id: number | null;
  vehicle_id: number | null;
}

export interface DepotCheckDays {
  aud: Generated<number>;
  checks: Generated<number>;
  customer_id: number;
  day: Day;
  depot_id: number;
  done: Generated<number>;
  drv: Generated<number>;
  gtc: Generated<number>;
  hnd: Generated<number>;
  nil: Generated<number>;
  short: Generated<number>;
  std: Generated<number>;
  unchecked: Generated<number>;
}

export interface Depots {
  address_id: number | null;
  archived_at: Timestamp | null;
  customer_id: number;
  id: Computed<number>;
  latitude: number | null;
  longitude: number | null;
  name: string;
  permission: string | null;
  region_id: number | null;
}

export interface DepotScheduleTypes {
  customer_id: number;
  depot_id: number;
  schedule_type_id: number;
}

export interface DerivationCheckpoints {
  customer_id: number;
  day: Day;
  rules: Generated<string>;
  state: ColumnType<unknown, string, string>;
  vehicle_id: number;
}

export interface Derivations {
  customer_id: number;
  derived_digest: Generated<Int8>;
  derived_through: Timestamp;
  redo_from: Timestamp | null;
  redo_until: Timestamp | null;
  redoing_from: Timestamp | null;
  redoing_until: Timestamp | null;
  rules: Generated<string>;
  state: ColumnType<unknown, string, string>;
  updated_at: Generated<Timestamp>;
  vehicle_id: number;
}

export interface DeviceCommands {
  answer: string | null;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  created_by_name: string;
  customer_id: number;
  ended_at: Timestamp | null;
  expires_at: Timestamp;
  failure: "device_moved" | "no_answer" | "not_offered" | "refused" | null;
  id: Computed<Int8>;
  instruction: JSONColumnType<DeviceInstruction>;
  kind: "configuration" | "custom" | "firmware" | "immobilise" | "interval" | "mobilise" | "output" | "position" | "reboot";
  reason: Generated<string>;
  sent_at: Timestamp | null;
  state: Generated<"cancelled" | "confirmed" | "expired" | "failed" | "sent" | "waiting">;
  tracker_id: number;
  vehicle_id: number;
  waits_for_stop: Generated<boolean>;
}

export interface DeviceCommandSettings {
  customer_id: number;
  immobiliser_cuts_when_on: Generated<boolean>;
  immobiliser_output: number | null;
  password: string | null;
  tracker_id: number;
}

export interface DigestAlerts {
  alert_id: Int8;
  user_id: number;
}

export interface DriverAbsences {
  answer: Generated<string>;
  author: string;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  decided_at: Timestamp | null;
  decided_by: string | null;
  decided_by_id: number | null;
  driver_id: number;
  ends_at: Timestamp;
  id: Computed<number>;
  is_whole_days: boolean;
  kind: "holiday" | "other" | "sick" | "training";
  note: Generated<string>;
  starts_at: Timestamp;
  state: "approved" | "refused" | "requested";
  version: Generated<number>;
}

export interface DriverActivities {
  customer_id: number;
  driver_id: number;
  ended_at: Timestamp;
  entered_by: number | null;
  id: Computed<Int8>;
  is_crew: Generated<boolean>;
  is_ferry: Generated<boolean>;
  is_out_of_scope: Generated<boolean>;
  kind: "availability" | "driving" | "rest" | "work";
  note: Generated<string>;
  source: "card" | "manual";
  started_at: Timestamp;
}

export interface DriverAssignments {
  assigned_from: Timestamp;
  assigned_until: Timestamp | null;
  customer_id: number;
  driver_id: number | null;
  id: Generated<number | null>;
  span_days: number | null;
  vehicle_id: number;
}

export interface DriverCheckRecords {
  checked_at: Timestamp;
  created_at: Generated<Timestamp>;
  customer_id: number;
  declaration: string;
  defect_record_id: number | null;
  defects: number;
  depot_id: number | null;
  driver: string;
  driver_id: number | null;
  duration_s: number | null;
  id: Generated<number>;
  items: JSONColumnType<CheckItem[]>;
  latitude: number | null;
  longitude: number | null;
  must_tell: Generated<boolean>;
  odometer_m: Int8 | null;
  place: string | null;
  reference_number: Computed<string>;
  signature_file_id: string | null;
  signed_by: string | null;
  template_id: number | null;
  told_at: Timestamp | null;
  vehicle_id: number;
}

export interface DriverDocuments {
  back_file_id: string | null;
  categories: Generated<JSONColumnType<LicenceCategory[]>>;
  checked_at: Timestamp | null;
  checked_by: string | null;
  country: Generated<string>;
  created_at: Generated<Timestamp>;
  created_by: Generated<string>;
  customer_id: number;
  disqualified_until: Day | null;
  driver_id: number;
  expires_on: Day | null;
  file_id: string | null;
  hours: Numeric | null;
  id: Computed<number>;
  issued_on: Day | null;
  kind: string;
  licence_status: string | null;
  note: Generated<string>;
  number: Generated<string>;
  points: Generated<JSONColumnType<PenaltyPoints[]>>;
  source: Generated<string>;
  title: Generated<string>;
  version: Generated<number>;
}

export interface DriverFileItems {
  customer_id: number;
  document_id: number | null;
  driver_id: number;
  due_on: Day | null;
  id: Computed<number>;
  kind: string;
  sort_on: Computed<Day>;
  standing: "complete" | "dated" | "missing" | "not_needed";
  title: Generated<string>;
}

export interface DriverFileRemindersSent {
  customer_id: number;
  days_before: number;
  due_on: Day;
  item_id: number;
  sent_at: Generated<Timestamp>;
}

export interface DriverFiles {
  agency_id: number | null;
  born_on: Day | null;
  customer_id: number;
  driver_id: number;
  engaged_until: Day | null;
  exempt: Generated<ExemptibleItem[]>;
  exempt_reason: Generated<string>;
  is_stale: Generated<boolean>;
  version: Generated<number>;
}

export interface DriverFileSettings {
  check_months: number;
  check_months_with_points: number;
  customer_id: number;
  points_from: number;
  warning_days: number;
}

export interface DriverHandoverPhotographs {
  caption: Generated<string>;
  customer_id: number;
  file_id: string;
  handover_id: number;
  id: Computed<number>;
  is_by_driver: boolean;
  report_file_id: string;
}

export interface DriverHandovers {
  assignment_id: number;
  author: string;
  author_id: number | null;
  customer_id: number;
  damage: Generated<string>;
  driver_id: number;
  driver_remark: Generated<string>;
  fill_pct: number | null;
  happened_at: Timestamp;
  id: Computed<number>;
  is_by_driver: Generated<boolean>;
  items: Generated<JSONColumnType<HandedItem[]>>;
  kind: "issue" | "return";
  last_odometer_m: number | null;
  odometer_finding: "higher" | "lower" | null;
  odometer_m: number | null;
  remark: Generated<string>;
  signed_at: Timestamp | null;
  signed_by: string | null;
  vehicle_id: number;
}

export interface DriverIdentities {
  customer_id: number;
  driver_id: number;
  held_from: Timestamp;
  held_until: Timestamp | null;
  id: Computed<number>;
  kind: "ibutton" | "rfid" | "tachograph_card";
  number: string;
}

export interface DriverMessageReceipts {
  confirmed_at: Timestamp | null;
  customer_id: number;
  driver_id: number;
  message_id: number;
  read_at: Timestamp | null;
}

export interface DriverMessageReplies {
  author: string;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  driver_id: number;
  id: Computed<number>;
  is_from_driver: boolean;
  key: string;
  message_id: number;
  text: string;
}

export interface DriverMessages {
  asks_confirmation: boolean;
  author: string;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<number>;
  reminded_at: Timestamp | null;
  text: string;
}

export interface DriverRecognitions {
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  driver_id: number;
  id: Computed<number>;
  month: Day;
  reason: "best" | "improved" | "other";
  text: string;
}

export interface Drivers {
  archived_at: Timestamp | null;
  category_id: number | null;
  cpc_card_number: string | null;
  cpc_expires_on: Day | null;
  customer_id: number;
  email: string | null;
  first_name: string;
  id: Computed<number>;
  licence_categories: Generated<string[]>;
  licence_expires_on: Day | null;
  licence_number: string | null;
  phone: string | null;
  rfid_number: string | null;
  surname: string;
  tachograph_card_expires_on: Day | null;
  tachograph_card_number: string | null;
  tag_number: string | null;
}

export interface DriversHoursSettings {
  customer_id: number;
  may_reduce_twice: boolean;
  night_hours: number;
  reference_weeks: number;
  regime: "eu" | "gb_domestic";
  time_zone: string;
}

export interface EarnedRecognitionLimits {
  customer_id: number | null;
  id: Computed<number>;
  measure: "H1" | "H2" | "H3" | "H4" | "H5" | "M1" | "M2" | "M3" | "M4" | "M5";
  target_pct: number;
  trigger_pct: number;
}

export interface EventExposures {
  class: "motorway" | "rural" | "urban";
  customer_id: number;
  event_code: number;
  occurred_at: Timestamp;
  vehicle_id: number;
}

export interface EventReviewNotes {
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<Int8>;
  review_id: Int8;
  text: string;
}

export interface EventReviews {
  assignee_id: number | null;
  changed_at: Generated<Timestamp>;
  changed_by: number | null;
  customer_id: number;
  dismissal_reason: "acceptable" | "duplicate" | "false_alarm" | "other" | null;
  due_on: Day | null;
  event_code: number;
  geofence_key: number;
  id: Computed<Int8>;
  occurred_at: Timestamp;
  state: "coached" | "dismissed" | "new" | "reviewed";
  vehicle_id: number;
  version: Generated<number>;
}

export interface EvidencePacks {
  alive_at: Timestamp | null;
  archive_file_id: string | null;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number | null;
  done_count: Generated<number>;
  ended_at: Timestamp | null;
  ends_on: Day;
  failure: string | null;
  file_count: Generated<number>;
  id: Computed<number>;
  key_fingerprint: string | null;
  kinds: string[];
  pdf_file_id: string | null;
  record_count: Generated<number>;
  scope: "depot" | "fleet" | "vehicle";
  starts_on: Day;
  state: Generated<"cancelled" | "failed" | "ready" | "running" | "waiting">;
  subject: string;
  time_zone: string;
  total_count: Generated<number>;
  user_id: number;
  vehicle_id: number | null;
}

export interface FaultAnswers {
  check_id: number;
  customer_id: number;
  fault_id: number;
  result: "defect" | "not_applicable" | "ok";
}

export interface FaultDue {
  customer_id: number;
  from_at: Timestamp;
  id: Computed<Int8>;
  vehicle_id: number;
}

export interface FaultNotes {
  answer: Generated<string>;
  author: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  fault_id: number;
  id: Computed<number>;
  inspection_record_id: number | null;
  note: string;
  vehicle_id: number;
}

export interface FaultRules {
  action: "ask" | "defect" | "list";
  customer_id: number;
  kind: "camera" | "troubleCode" | "tyrePressure";
  severity: "advisory" | "major" | "minor";
}

export interface FaultScans {
  customer_id: number;
  scanned_at: Timestamp;
  scanned_to: Timestamp;
  vehicle_id: number;
}

export interface FeedChanges {
  changed_at: Generated<Timestamp>;
  customer_id: number;
  driver_id: number | null;
  id: Computed<Int8>;
  kind: string;
  record_key: string;
  vehicle_id: number | null;
}

export interface FeedLateDays {
  day: Day;
  received_until: Timestamp;
}

export interface FeedReaders {
  customer_id: number;
  kind: string;
  last_read_at: Timestamp;
  read_until: Timestamp;
  rows_read: Generated<Int8>;
  user_id: number;
}

export interface Files {
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: string;
  kept_until: Timestamp | null;
  key: string;
  media_type: string;
  name: string;
  purpose: string;
  sha256: Buffer;
  size_bytes: Int8;
}

export interface FleetEvents {
  customer_id: number;
  driver_id: number | null;
  ended_at: Timestamp | null;
  event_code: number;
  geofence_id: number | null;
  geofence_key: Computed<number | null>;
  heading_deg: number | null;
  id: Computed<Int8>;
  latitude: number | null;
  longitude: number | null;
  occurred_at: Timestamp;
  source: "computed" | "device";
  speed_kmh: number | null;
  to_tell: Generated<boolean>;
  told_at: Generated<Timestamp>;
  value: number | null;
  vehicle_id: number;
}

export interface FuelCardChecks {
  again_at: Timestamp | null;
  checked_at: Generated<Timestamp>;
  customer_id: number;
  entry_id: Int8;
  vehicle_id: number;
  verdicts: JSONColumnType<JsonRecord>;
}

export interface FuelCardDue {
  customer_id: number;
  from_day: Day;
  id: Computed<Int8>;
  to_day: Day;
  vehicle_id: number;
}

export interface FuelCardFindings {
  customer_id: number;
  decided_at: Timestamp | null;
  decided_by: number | null;
  entry_id: Int8;
  figures: JSONColumnType<JsonRecord>;
  id: Computed<Int8>;
  is_outdated: Generated<boolean>;
  note: Generated<string>;
  occurred_at: Timestamp;
  rule: "archived" | "capacity" | "level" | "off_road" | "place" | "private_use" | "product" | "too_soon";
  state: Generated<"confirmed" | "explained" | "open">;
  vehicle_id: number;
  version: Generated<number>;
}

export interface FuelEvents {
  customer_id: number;
  driver_id: number | null;
  id: Computed<Int8>;
  kind: "drain" | "refuel";
  latitude: number | null;
  level_after: number;
  level_before: number;
  longitude: number | null;
  occurred_at: Timestamp;
  started_at: Timestamp;
  told_at: Generated<Timestamp>;
  unit: "%" | "L";
  vehicle_id: number;
  volume: number;
}

export interface GeofenceCategories {
  archived_at: Timestamp | null;
  colour: string;
  customer_id: number;
  id: Computed<number>;
  name: string;
}

export interface GeofenceGroupMembers {
  customer_id: number;
  geofence_id: number;
  group_id: number;
}

export interface GeofenceGroups {
  customer_id: number;
  id: Computed<number>;
  name: string;
}

export interface Geofences {
  alert_dwell_min: number | null;
  alert_on_entry: boolean;
  alert_on_exit: boolean;
  category_id: number | null;
  centre_latitude: number | null;
  centre_longitude: number | null;
  changed_at: Generated<Timestamp>;
  colour: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  holes: Generated<JSONColumnType<Ring[]>>;
  id: Computed<number>;
  name: string;
  points: Generated<JSONColumnType<Ring>>;
  radius_m: number | null;
  shape: "circle" | "corridor" | "polygon";
  speed_limit_kmh: number | null;
}

export interface GeofenceVisits {
  customer_id: number;
  driver_id: number | null;
  entered_at: Timestamp;
  geofence_id: number;
  id: Computed<Int8>;
  left_at: Timestamp | null;
  max_speed_kmh: number;
  told_at: Generated<Timestamp>;
  vehicle_id: number;
}

export interface HelpFaqs {
  answer: string;
  customer_id: number;
  id: Computed<number>;
  position: number;
  question: string;
}

export interface HelpPages {
  accident_emails: Generated<string[]>;
  break_down_phone: string | null;
  customer_id: number;
  is_dpd_local: Generated<boolean>;
  logo: string | null;
  shows_faqs: Generated<boolean>;
  takes_accidents: Generated<boolean>;
}

export interface HoursInfringements {
  actual_s: number;
  customer_id: number;
  debriefed_at: Timestamp | null;
  debriefed_by: number | null;
  driver_comment: Generated<string>;
  driver_id: number;
  ended_at: Timestamp;
  id: Computed<Int8>;
  is_outdated: Generated<boolean>;
  is_own_signature: Generated<boolean>;
  limit_s: number;
  note: Generated<string>;
  notified_on: Day | null;
  paragraph: string;
  rule: "break" | "daily_driving" | "daily_rest" | "fortnightly_driving" | "gb_daily_driving" | "gb_daily_duty" | "night_work" | "weekly_driving" | "weekly_rest_compensation" | "weekly_rest_late" | "weekly_rest_reduced_again" | "weekly_rest_short" | "working_time_average" | "working_time_break" | "working_time_week";
  severity: "MI" | "MSI" | "SI" | "VSI" | null;
  signed_at: Timestamp | null;
  signed_by: string | null;
  started_at: Timestamp;
  state: Generated<"debriefed" | "dismissed" | "new">;
  version: Generated<number>;
}

export interface ImportMappings {
  changed_at: Generated<Timestamp>;
  customer_id: number;
  headings: string[];
  headings_key: string;
  id: Computed<number>;
  kind: string;
  mapping: ColumnType<unknown, string, string>;
  name: string;
  version: Generated<number>;
}

export interface IngestProgress {
  partition: number;
  sequence: Int8;
  stream: string;
  updated_at: Generated<Timestamp>;
}

export interface InspectionRecords {
  brake_method: "decelerometer" | "roller" | null;
  brake_parking_pct: number | null;
  brake_result: Computed<FigureResult>;
  brake_secondary_pct: number | null;
  brake_service_pct: number | null;
  customer_id: number;
  declaration: string;
  id: Generated<number>;
  inspected_at: Timestamp;
  inspector: string;
  is_brake_test_laden: boolean | null;
  is_roadworthy: boolean;
  items: JSONColumnType<InspectionItem[]>;
  limits: JSONColumnType<FigureLimits> | null;
  odometer_m: Int8 | null;
  place: string | null;
  reference_number: string;
  search_text: Computed<string>;
  signature_file_id: string | null;
  signed_at: Timestamp | null;
  status: Generated<"1" | "11" | "12" | "3" | "7">;
  tyre_result: Computed<FigureResult>;
  tyres: Generated<JSONColumnType<TyreFigure[]>>;
  vehicle_id: number;
  version: Generated<number>;
}

export interface Inspectors {
  archived_at: Timestamp | null;
  customer_id: number;
  id: Computed<number>;
  name: string;
  qualification: string;
  valid_until: Day | null;
  version: Generated<number>;
}

export interface InstallationWarnings {
  code: string;
  process_id: string;
  seen_at: Generated<Timestamp>;
  since: Generated<Timestamp>;
}

export interface InvestigationAnswers {
  answer: string;
  answered_at: Generated<Timestamp>;
  answered_by: string;
  customer_id: number;
  file_id: string | null;
  id: Generated<number>;
  investigation_id: number;
  question_id: number;
}

export interface InvestigationQuestions {
  answer_choices: Generated<string[]>;
  answer_type: "CHOICE" | "DATE" | "DROPDOWN_AND_TEXT" | "FILE" | "TEXT";
  customer_id: number | null;
  id: Generated<number>;
  position: number;
  question: string;
  template_id: number;
}

export interface Investigations {
  activity_id: number;
  assignee_id: number | null;
  cause: Generated<"failed" | "overdue" | "person">;
  completed_at: Timestamp | null;
  completed_by: string | null;
  completed_by_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  due_at: Timestamp | null;
  id: Generated<number>;
  is_due_told: Generated<boolean>;
  opened_by: string | null;
  opened_by_id: number | null;
  revision: Generated<number>;
  signature_file_id: string | null;
  snapshot: Generated<JSONColumnType<SnapshotSchedule[]>>;
  status: Generated<"COMPLETE" | "PENDING">;
  template_id: number;
  told_assignee_id: number | null;
  updated_at: Generated<Timestamp>;
}

export interface InvestigationTemplates {
  activity_type_id: number;
  archived: Generated<boolean>;
  assignee_id: number | null;
  changed_at: Generated<Timestamp>;
  changed_by: string;
  customer_id: number | null;
  due_days: Generated<number>;
  id: Generated<number>;
  is_current: Generated<boolean>;
  origin_id: number | null;
  title: string;
  version: Generated<number>;
}

export interface LicenceCheckRuns {
  asked_at: Generated<Timestamp>;
  cause: "due" | "manual";
  changes: Generated<LicenceChange[]>;
  customer_id: number;
  driver_id: number;
  id: Computed<number>;
  outcome: "found" | "key_refused" | "malformed" | "no_answer" | "not_found" | "rate_limited" | "refused" | "unavailable";
  user_id: number | null;
  user_name: string | null;
}

export interface LicenceChecks {
  asked_at: Timestamp | null;
  attempts: Generated<number>;
  customer_id: number;
  driver_id: number;
  failure: "key_refused" | "malformed" | "no_answer" | "rate_limited" | "refused" | "unavailable" | null;
  fetched_at: Timestamp | null;
  holder: Generated<string>;
  next_check_at: Timestamp | null;
  number: string;
  state: "failed" | "found" | "not_found" | null;
}

export interface LiveSessions {
  cameras: Generated<number[]>;
  customer_id: number;
  duration_s: number;
  end_reason: "restart" | "session" | "stopped" | "time" | null;
  ended_at: Timestamp | null;
  ends_at: Timestamp;
  id: Computed<Int8>;
  live_mode: "snapshot" | "stream";
  reason: Generated<string>;
  started_at: Generated<Timestamp>;
  user_id: number | null;
  vehicle_id: number;
}

export interface MeterReadings {
  author: string;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  engine_s: Int8 | null;
  id: Computed<Int8>;
  note: Generated<string>;
  odometer_m: Int8 | null;
  read_at: Timestamp;
  vehicle_id: number;
}

export interface MonthDocuments {
  alive_at: Timestamp | null;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number;
  done_count: Generated<number>;
  ended_at: Timestamp | null;
  failure: string | null;
  file_id: string | null;
  id: Computed<number>;
  kind: string;
  month: string;
  report_count: number;
  state: Generated<"cancelled" | "failed" | "ready" | "running" | "waiting">;
  time_zone: string;
  user_id: number;
}

export interface NoticeLetters {
  body: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number | null;
  driver: string | null;
  driver_id: number | null;
  id: Generated<number>;
  reference_number: Computed<string>;
  sent_at: Timestamp;
  signature_file_id: string | null;
  signed_by: string | null;
  subject: string;
  vehicle_id: number;
  written_by: string;
}

export interface NotificationEmailDepots {
  customer_id: number;
  depot_id: number;
  notification_email_id: number;
}

export interface NotificationEmails {
  created_at: Generated<Timestamp>;
  customer_id: number;
  digest_day: Day | null;
  email: string;
  frequency: Generated<"daily" | "each" | "weekly">;
  id: Computed<number>;
  notification_type: "defect_notification_emails" | "vehicle_audit_emails" | "vehicle_handover_emails" | "vehicle_std_emails";
  unsubscribed_at: Timestamp | null;
}

export interface NotificationPreferences {
  changed_at: Generated<Timestamp>;
  digest: "daily" | "none" | "weekly";
  digest_due_at: Timestamp | null;
  digest_hour: number;
  email_kinds: NotificationKind[];
  in_app_kinds: NotificationKind[];
  phone: string | null;
  push_kinds: NotificationKind[];
  quiet_from_minute: number;
  quiet_until_minute: number;
  quiet_weekdays: number[];
  sms_kinds: NotificationKind[];
  time_zone: string;
  urgent_kinds: NotificationKind[];
  user_id: number;
}

export interface OfficialChecks {
  asked_at: Generated<Timestamp>;
  cause: "manual" | "nightly" | "registration";
  customer_id: number;
  dvla: string | null;
  dvsa: string | null;
  id: Computed<Int8>;
  user_id: number | null;
  user_name: string | null;
  vehicle_id: number;
}

export interface OfficialDifferences {
  customer_id: number;
  date: "mot" | "tax";
  found_at: Generated<Timestamp>;
  id: Computed<number>;
  official_on: Day;
  ours_on: Day;
  resolution: "official" | "ours" | null;
  resolved_at: Timestamp | null;
  resolved_by: number | null;
  schedule_id: number;
  source: "dvla" | "dvsa";
  vehicle_id: number;
}

export interface OfficialMotTests {
  completed_at: Timestamp;
  customer_id: number;
  defects: Generated<JSONColumnType<MotDefect[]>>;
  expires_on: Day | null;
  id: Computed<number>;
  number: string | null;
  odometer: "no_odometer" | "read" | "unreadable" | null;
  odometer_m: Int8 | null;
  registration: string | null;
  result: "failed" | "passed";
  vehicle_id: number;
}

export interface OfficialVehicles {
  attempts: Generated<number>;
  checked_at: Timestamp | null;
  co2_g_per_km: number | null;
  colour: string | null;
  customer_id: number;
  dvla_answer: JSONColumnType<JsonRecord> | null;
  dvla_asked_at: Timestamp | null;
  dvla_failure: "key_refused" | "malformed" | "no_answer" | "rate_limited" | "refused" | "unavailable" | null;
  dvla_fetched_at: Timestamp | null;
  dvla_mot_due_on: Day | null;
  dvla_state: "failed" | "found" | "not_found" | null;
  dvsa_answer: JSONColumnType<JsonRecord> | null;
  dvsa_asked_at: Timestamp | null;
  dvsa_failure: "key_refused" | "malformed" | "no_answer" | "rate_limited" | "refused" | "unavailable" | null;
  dvsa_fetched_at: Timestamp | null;
  dvsa_mot_due_on: Day | null;
  dvsa_state: "failed" | "found" | "not_found" | null;
  engine_cc: number | null;
  euro_status: string | null;
  first_used_on: Day | null;
  fuel: string | null;
  is_marked_for_export: boolean | null;
  last_mot_on: Day | null;
  last_mot_result: "failed" | "passed" | null;
  make: string | null;
  model: string | null;
  mot_status: "no_details" | "no_results" | "not_valid" | "valid" | null;
  next_cause: Generated<"nightly" | "registration">;
  next_check_at: Generated<Timestamp>;
  outstanding_recall: string | null;
  registration: string;
  revenue_weight_kg: number | null;
  tax_due_on: Day | null;
  tax_status: "not_taxed_for_road_use" | "sorn" | "taxed" | "untaxed" | null;
  type_approval: string | null;
  v5c_issued_on: Day | null;
  vehicle_id: number;
  wheelplan: string | null;
  year_of_manufacture: number | null;
}

export interface OutgoingStreamCursors {
  customer_id: number;
  feed: string;
  read_until: Timestamp;
  stream_id: number;
  version: string;
}

export interface OutgoingStreams {
  address: string;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: Generated<string>;
  credentials: Buffer | null;
  customer_id: number;
  delivered_at: Timestamp | null;
  depot_ids: Generated<number[]>;
  failing_since: Timestamp | null;
  failure: string | null;
  feeds: string[];
  id: Computed<number>;
  is_on: Generated<boolean>;
  kind: "mqtt" | "nats" | "webhook";
  lease: string | null;
  leased_until: Timestamp | null;
  name: string;
  next_attempt_at: Generated<Timestamp>;
  rows_sent: Generated<Int8>;
  settings: Generated<ColumnType<unknown, string, string>>;
  told_at: Timestamp | null;
  vehicle_ids: Generated<number[]>;
}

export interface PartMovements {
  balance: Numeric;
  created_at: Generated<Timestamp>;
  created_by: string;
  created_by_id: number | null;
  customer_id: number;
  id: Computed<Int8>;
  kind: "adjustment" | "count" | "issue" | "receipt" | "return" | "transfer";
  other_store_id: number | null;
  part_id: number;
  purchase_order_id: number | null;
  quantity: Numeric;
  reason: Generated<string>;
  stock_take_id: number | null;
  store_id: number;
  unit_cost: Numeric;
  work_order_id: number | null;
}

export interface PartnerKeys {
  created_at: Generated<Timestamp>;
  created_by: Generated<string>;
  customer_id: number;
  hint: Generated<string>;
  id: Computed<number>;
  key_hash: Buffer;
  last_used_at: Timestamp | null;
  name: string;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
}

export interface PartOffers {
  customer_id: number;
  number: Generated<string>;
  part_id: number;
  place: number;
  price: Numeric | null;
  supplier_id: number;
}

export interface Parts {
  archived_at: Timestamp | null;
  barcode: Generated<string>;
  category: "body" | "brakes" | "consumables" | "electrical" | "engine" | "filters" | "fluids" | "other" | "steering" | "suspension" | "transmission";
  customer_id: number;
  id: Generated<number>;
  name: string;
  note: Generated<string>;
  number: string;
  reorder_level: Numeric | null;
  reorder_quantity: Numeric | null;
  search_text: Computed<string>;
  unit: "kilogram" | "litre" | "metre" | "pair" | "piece" | "set";
  version: Generated<number>;
  warranty_months: number | null;
}

export interface PartStock {
  average_cost: Generated<Numeric>;
  bin: Generated<string>;
  customer_id: number;
  minimum: Numeric | null;
  part_id: number;
  quantity: Generated<Numeric>;
  store_id: number;
}

export interface PartStockTakeLines {
  counted: Numeric;
  counted_at: Generated<Timestamp>;
  counted_by: string;
  customer_id: number;
  expected: Numeric;
  part_id: number;
  stock_take_id: number;
}

export interface PartStockTakes {
  created_at: Generated<Timestamp>;
  created_by: string;
  customer_id: number;
  id: Generated<number>;
  posted_at: Timestamp | null;
  posted_by: string | null;
  reference_number: Generated<string>;
  state: Generated<"cancelled" | "open" | "posted">;
  store_id: number;
}

export interface PartStores {
  archived_at: Timestamp | null;
  customer_id: number;
  depot_id: number;
  id: Generated<number>;
  name: string;
  version: Generated<number>;
}

export interface PartSuppliers {
  account: Generated<string>;
  archived_at: Timestamp | null;
  customer_id: number;
  email: string | null;
  id: Generated<number>;
  name: string;
  phone: string | null;
  version: Generated<number>;
}

export interface Passkeys {
  counter: Int8;
  created_at: Generated<Timestamp>;
  credential_id: string;
  id: Computed<Int8>;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  transports: Generated<string[]>;
  user_id: number;
}

export interface PasswordTokens {
  expires_at: Timestamp;
  purpose: "reset" | "set";
  token_hash: Buffer;
  used_at: Timestamp | null;
  user_id: number;
}

export interface PlannedShifts {
  acknowledged_at: Timestamp | null;
  author: string;
  author_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number;
  driver_id: number;
  driving_s: number | null;
  ends_at: Timestamp;
  id: Computed<number>;
  level: Generated<"breaks" | "none" | "unknown" | "warns">;
  note: Generated<string>;
  reason: Generated<string>;
  starts_at: Timestamp;
  trailer_id: number | null;
  vehicle_id: number | null;
  version: Generated<number>;
}

export interface Positions {
  altitude_m: number | null;
  attributes: JSONColumnType<JsonRecord> | null;
  battery_percent: number | null;
  battery_voltage_v: number | null;
  customer_id: number;
  device_time: Timestamp;
  driver_tag: string | null;
  event_codes: number[] | null;
  external_voltage_v: number | null;
  fix_valid: boolean;
  heading_deg: number | null;
  ignition: boolean | null;
  jump_kmh: number | null;
  latitude: number | null;
  longitude: number | null;
  odometer_m: number | null;
  private_leg_m: number | null;
  received_at: Generated<Timestamp>;
  record_digest: Int8;
  satellites: number | null;
  speed_kmh: number | null;
  temperature_c: number | null;
  tracker_id: number;
  vehicle_id: number;
}

export interface PrivateUseRules {
  created_at: Generated<Timestamp>;
  created_by: number | null;
  created_by_name: string;
  customer_id: number;
  end_minute: Generated<number>;
  ends_at: Timestamp | null;
  id: Computed<number>;
  kind: "period" | "weekly";
  reason: Generated<string>;
  start_minute: Generated<number>;
  starts_at: Timestamp;
  time_zone: string;
  vehicle_id: number | null;
  weekdays: Generated<number[]>;
}

export interface PurchaseOrderLines {
  customer_id: number;
  id: Generated<number>;
  part_id: number;
  purchase_order_id: number;
  quantity: Numeric;
  received: Generated<Numeric>;
  supplier_number: Generated<string>;
  unit_price: Numeric;
}

export interface PurchaseOrders {
  created_at: Generated<Timestamp>;
  created_by: string;
  customer_id: number;
  id: Generated<number>;
  mailed_to: string | null;
  note: Generated<string>;
  ordered_at: Timestamp | null;
  ordered_by: string | null;
  reference_number: Generated<string>;
  state: Generated<"cancelled" | "draft" | "ordered" | "partly_received" | "received">;
  store_id: number;
  supplier_id: number;
  total: Generated<Numeric>;
  version: Generated<number>;
}

export interface PushSubscriptions {
  auth: string;
  created_at: Generated<Timestamp>;
  endpoint: string;
  grant_id: string;
  id: Computed<number>;
  p256dh: string;
  user_agent: string;
  user_id: number;
}

export interface RawFrames {
  content: Buffer;
  customer_id: number;
  id: Computed<Int8>;
  kind: string;
  offset_min: number;
  protocol: string;
  received_at: Timestamp;
  tracker_id: number;
  understood: boolean;
  vehicle_id: number;
}

export interface RecallCampaigns {
  created_at: Generated<Timestamp>;
  created_by: string;
  customer_id: number;
  description: Generated<string>;
  due_on: Day | null;
  id: Generated<number>;
  is_safety: boolean;
  maker: Generated<string>;
  number: string;
  reminded_days: number | null;
  title: string;
  version: Generated<number>;
}

export interface RecallVehicles {
  campaign_id: number;
  customer_id: number;
  done_on: Day | null;
  not_affected_reason: string | null;
  vehicle_id: number;
  work_order_id: number | null;
}

export interface RecordChanges {
  action: string;
  at: Generated<Timestamp>;
  changes: Generated<JSONColumnType<FieldChange[]>>;
  customer_id: number;
  id: Computed<Int8>;
  kind: string;
  note: Generated<string>;
  record_id: number;
  user_id: number | null;
  user_name: string;
  vehicle_id: number;
}

export interface RecordLimits {
  brake_limits: JSONColumnType<BrakeLimits> | null;
  brake_parking_pct: number;
  brake_secondary_pct: number;
  brake_service_pct: number;
  customer_id: number | null;
  due_advisory_days: Generated<number>;
  due_dangerous_days: Generated<number>;
  due_major_days: Generated<number>;
  due_minor_days: Generated<number>;
  id: Computed<number>;
  short_check_s: number;
  tread_heavy_mm: number;
  tread_light_mm: number;
  use_weeks: JSONColumnType<UseWeeks> | null;
  version: Generated<number>;
}

export interface RecordPhotographs {
  caption: Generated<string>;
  customer_id: number;
  defect_record_id: number | null;
  driver_check_record_id: number | null;
  file_id: string;
  id: Generated<number>;
  inspection_record_id: number | null;
  position: number;
  report_file_id: string | null;
  shows: Generated<"finding" | "repair">;
  vehicle_report_id: number | null;
}

export interface RecordRequests {
  at: Generated<Timestamp>;
  customer_id: number;
  digest: Buffer;
  idempotency_key: string;
  record_id: number;
  user_id: number;
}

export interface RecoveryCodes {
  code_hash: Buffer;
  is_short: Generated<boolean>;
  used_at: Timestamp | null;
  user_id: number;
}

export interface Regions {
  archived_at: Timestamp | null;
  customer_id: number;
  id: Generated<number>;
  name: string;
  permission: string | null;
}

export interface Repairers {
  archived_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  email: string | null;
  id: Computed<number>;
  name: string;
  phone: string | null;
}

export interface ReportSchedules {
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number | null;
  depot_ids: Generated<number[]>;
  driver_id: number | null;
  emails: string[];
  format: string;
  frequency: "daily" | "monthly" | "weekly";
  has_stops: Generated<boolean>;
  hour: number;
  id: Computed<number>;
  is_active: boolean;
  kind: string;
  last_run_at: Timestamp | null;
  last_state: "failed" | "sent" | null;
  name: string;
  next_run_at: Timestamp | null;
  time_zone: string;
  user_id: number;
  vehicle_id: number | null;
  vehicle_ids: Generated<number[]>;
}

export interface RetentionSettings {
  changed_at: Generated<Timestamp>;
  customer_id: number;
  days: number | null;
  kind: string;
}

export interface SavedViewDefaults {
  list: SavedViewList;
  user_id: number;
  view_id: number;
}

export interface SavedViews {
  changed_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  customer_id: number | null;
  id: Computed<number>;
  list: SavedViewList;
  name: string;
  settings: JSONColumnType<SavedViewSettings>;
  user_id: number | null;
}

export interface ScheduledActivities {
  created_at: Generated<Timestamp>;
  created_by_activity_id: number | null;
  customer_id: number;
  due_at: Timestamp;
  due_source: "dvla" | "dvsa" | null;
  earliest_on: Day;
  fulfilled_at: Timestamp | null;
  fulfilled_by_activity_id: number | null;
  id: Generated<number>;
  interval: string;
  latest_on: Day;
  planned_on: Day | null;
  schedule_type_id: number;
  stands_on: Computed<Day>;
  time_due_at: Timestamp | null;
  vehicle_id: number;
}

export interface ScheduleIntervals {
  customer_id: number;
  id: Computed<number>;
  interval: string;
  plan_window: string | null;
  schedule_type_id: number;
  vehicle_id: number | null;
}

export interface ScheduleReminders {
  customer_id: number;
  days_before: number[];
  emails: string[];
  is_active: Generated<boolean>;
}

export interface ScheduleRemindersSent {
  customer_id: number;
  days_before: number;
  due_on: Day;
  scheduled_activity_id: number;
  sent_at: Generated<Timestamp>;
}

export interface ScheduleTypes {
  archived_at: Timestamp | null;
  category: string;
  customer_id: number | null;
  id: Generated<number>;
  interval: string;
  name: string;
  plan_window: Generated<string>;
  vehicle_types: Generated<VehicleType[]>;
}

export interface ServiceBudgets {
  blocked_until: Timestamp | null;
  day: Day;
  last_failure: "key_refused" | "malformed" | "no_answer" | "rate_limited" | "refused" | "unavailable" | null;
  last_failure_at: Timestamp | null;
  last_success_at: Timestamp | null;
  name: string;
  refilled_at: Timestamp;
  tokens: number;
  used_today: number;
}

export interface ServicePlanItems {
  customer_id: number;
  interval_engine_s: Int8 | null;
  interval_m: Int8 | null;
  plan_id: number;
  schedule_type_id: number;
}

export interface ServicePlans {
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<number>;
  manufacturer_model_id: number | null;
  name: string;
  note: Generated<string>;
  version: Generated<number>;
}

export interface Settings {
  key: string;
  updated_at: Generated<Timestamp>;
  value: ColumnType<unknown, string, string>;
}

export interface SignInTries {
  account: string;
  address: string;
  failures: number;
  last_at: Timestamp;
  locked_until: Timestamp | null;
}

export interface SignOnArtifacts {
  consumed_at: Timestamp | null;
  expires_at: Timestamp | null;
  grant_id: string | null;
  id: string;
  model: string;
  payload: JSONColumnType<JsonRecord>;
  uid: string | null;
  user_code: string | null;
}

export interface TachographCardUses {
  customer_id: number;
  driver_id: number;
  ended_at: Timestamp;
  odometer_from_km: number;
  odometer_to_km: number;
  started_at: Timestamp;
  vehicle_id: number | null;
}

export interface TachographDownloads {
  customer_id: number;
  driver_id: number | null;
  due_on: Day | null;
  exempt_at: Timestamp | null;
  exempt_by: number | null;
  exempt_reason: string | null;
  id: Computed<number>;
  is_current: boolean;
  last_day: Day | null;
  vehicle_id: number | null;
}

export interface TachographDownloadSettings {
  card_days: number;
  customer_id: number;
  unit_days: number;
  warning_days: number;
}

export interface TachographFiles {
  card_holder: string | null;
  card_nation: string | null;
  card_number: string | null;
  customer_id: number;
  days_stored_at: Timestamp | null;
  driver_id: number | null;
  file_id: string;
  first_day: Day | null;
  generation: "1" | "2" | "2v2";
  id: Computed<number>;
  kind: "company_card" | "control_card" | "driver_card" | "vehicle_unit" | "workshop_card";
  last_day: Day | null;
  name: string;
  problem_count: number;
  received_at: Generated<Timestamp>;
  received_by: number | null;
  registration: string | null;
  sha256: Buffer;
  signature: "invalid" | "unverified" | "valid";
  size_bytes: number;
  source: string;
  vehicle_id: number | null;
  vin: string | null;
}

export interface TachographMails {
  customer_id: number;
  digest: Buffer;
  outcome: "failed" | "processed";
  rejected: number;
  repeated: number;
  sender: string;
  stored: number;
  taken_at: Generated<Timestamp>;
}

export interface TachographRemindersSent {
  customer_id: number;
  days_before: number;
  download_id: number;
  due_on: Day;
  sent_at: Generated<Timestamp>;
}

export interface TachographUnitDays {
  content: JSONColumnType<UnitDayContent>;
  covered_until: Timestamp;
  customer_id: number;
  day: Day;
  vehicle_id: number;
}

export interface TotpFactors {
  confirmed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  last_step: Generated<Int8>;
  secret: Buffer;
  user_id: number;
}

export interface TrackerConnections {
  address: string;
  attempts: Generated<number>;
  connected_at: Timestamp;
  customer_id: number;
  disconnected_at: Timestamp | null;
  ended_by: string | null;
  id: string;
  protocol: string;
  replaced_by: string | null;
  tracker_id: number;
}

export interface TrackerFittings {
  customer_id: number;
  fitted_at: Timestamp;
  id: Computed<number>;
  removed_at: Timestamp | null;
  tracker_id: number;
  vehicle_id: number;
}

export interface Trackers {
  allowed_networks: Generated<string[]>;
  archived_at: Timestamp | null;
  clock_fault: "clock_future" | "clock_past" | null;
  clock_fault_at: Timestamp | null;
  clock_offset_min: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  id: Computed<number>;
  last_address: string | null;
  last_seen_at: Timestamp | null;
  last_seen_hour: Computed<Timestamp>;
  model: Generated<string>;
  number: string;
  permission: string | null;
  protocol: Protocol;
  sim: string | null;
  vehicle_id: number | null;
}

export interface TrailerIdentifiers {
  customer_id: number;
  key: string;
  value: string;
  vehicle_id: number;
}

export interface TripExposures {
  customer_id: number;
  ended_at: Timestamp;
  motorway_m: number;
  motorway_s: number;
  rural_m: number;
  rural_s: number;
  started_at: Timestamp;
  urban_m: number;
  urban_s: number;
  vehicle_id: number;
}

export interface Trips {
  customer_id: number;
  distance_m: number;
  driver_id: number | null;
  driving_s: number;
  end_latitude: number;
  end_longitude: number;
  ended_at: Timestamp;
  fuel_used_l: number | null;
  id: Computed<Int8>;
  idle_s: number;
  in_progress: boolean;
  max_speed_kmh: number;
  segments: JSONColumnType<TripSegment[]>;
  start_latitude: number;
  start_longitude: number;
  started_at: Timestamp;
  told_at: Generated<Timestamp>;
  vehicle_id: number;
}

export interface TyreEvents {
  author: string;
  cost: Numeric | null;
  customer_id: number;
  depot_id: number | null;
  happened_at: Timestamp;
  id: Computed<Int8>;
  kind: "added" | "fitted" | "removed" | "returned" | "scrapped" | "sent" | "stored";
  note: Generated<string>;
  odometer_m: number | null;
  position: string | null;
  step: string | null;
  tread_mm: number | null;
  tyre_id: number;
  undone_at: Timestamp | null;
  undone_by: string | null;
  undone_reason: string | null;
  vehicle_id: number | null;
}

export interface TyreFittings {
  charge: Generated<Numeric>;
  customer_id: number;
  depot_id: number | null;
  fitted_at: Timestamp;
  fitted_step: string | null;
  fitted_tread_mm: number | null;
  id: Computed<number>;
  position: string;
  removed_at: Timestamp | null;
  removed_step: string | null;
  removed_tread_mm: number | null;
  tyre_id: number;
  vehicle_id: number;
}

export interface TyrePressures {
  customer_id: number;
  position: string;
  pressure_kpa: number;
  read_at: Timestamp;
  temperature_c: number | null;
  vehicle_id: number;
}

export interface TyreReadings {
  author: Generated<string>;
  customer_id: number;
  id: Computed<Int8>;
  position: string;
  pressure_kpa: number | null;
  read_at: Timestamp;
  source: "office" | "sensor";
  temperature_c: number | null;
  tread_mm: number | null;
  vehicle_id: number;
}

export interface Tyres {
  bought_on: Day | null;
  change_cause: "age" | "date_code" | "tread_law" | "tread_own" | null;
  change_on: Day | null;
  cost: Numeric | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number | null;
  dot_week: string | null;
  id: Computed<number>;
  is_retread: Generated<boolean>;
  load_index: Generated<string>;
  make: string;
  model: Generated<string>;
  new_tread_mm: number | null;
  note: Generated<string>;
  retread_number: Generated<string>;
  retreaded_on: Day | null;
  retreader: Generated<string>;
  run_m: number | null;
  scrap_reason: "age" | "casing" | "damaged" | "other" | "sold" | "worn" | null;
  serial: string;
  size: string;
  speed_rating: Generated<string>;
  status: Generated<"at_retreader" | "fitted" | "in_stock" | "scrapped">;
  tread_at: Timestamp | null;
  tread_mm: number | null;
  uncharged: Generated<Numeric>;
  version: Generated<number>;
  wear_mm_per_m: number | null;
}

export interface UnaccountedDriving {
  card_driver_id: number | null;
  card_number: string | null;
  customer_id: number;
  decided_at: Timestamp | null;
  decided_by: number | null;
  distance_m: number | null;
  driven_s: number;
  driver_id: number | null;
  ended_at: Timestamp;
  id: Computed<Int8>;
  is_odometer: boolean;
  is_outdated: Generated<boolean>;
  kind: "missing_download" | "not_recorded" | "other_card" | "tracker_gap" | "without_card";
  needs_card: boolean;
  needs_unit: boolean;
  note: Generated<string>;
  started_at: Timestamp;
  state: Generated<"explained" | "follow_up" | "new">;
  vehicle_id: number;
  version: Generated<number>;
}

export interface UnaccountedDue {
  customer_id: number;
  from_at: Timestamp;
  id: Computed<Int8>;
  to_at: Timestamp;
  vehicle_id: number;
}

export interface UnknownDevices {
  attempts: Generated<number>;
  first_seen_at: Generated<Timestamp>;
  identifier: string;
  last_seen_at: Generated<Timestamp>;
  protocol: Protocol;
}

export interface UserAppRecords {
  app_id: number;
  app_name: string;
  app_reference: string;
  flags: Generated<string[]>;
  id: Computed<number>;
  level: number;
  permission_name: string;
  user_id: number;
}

export interface UserDepots {
  depot_id: number;
  user_id: number;
}

export interface UserModules {
  module: string;
  user_id: number;
}

export interface UserRegions {
  region_id: number;
  user_id: number;
}

export interface Users {
  archived_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  customer_id: number | null;
  date_format: string | null;
  driver_id: number | null;
  email: string;
  failed_sign_ins: Generated<number>;
  first_name: string;
  id: Computed<number>;
  image: string | null;
  invited_at: Timestamp | null;
  is_active: Generated<boolean>;
  is_customer_admin: Generated<boolean>;
  is_global_admin: Generated<boolean>;
  is_limited_user: Generated<boolean>;
  is_user_vehicle_admin: Generated<boolean>;
  language: Generated<string>;
  last_name: string;
  last_sign_in_at: Timestamp | null;
  locked_until: Timestamp | null;
  password_hash: string | null;
  role: "ADMIN" | "DRIVER" | "GUEST" | "MANAGER" | "READONLY" | "USER";
  sessions_valid_from: Generated<Timestamp>;
  theme: string | null;
  time_format: string | null;
  time_zone: string | null;
  units_distance: string | null;
  username: string;
  vehicle_id: number | null;
}

export interface VehicleActivities {
  activity_type_id: number;
  archived: Generated<boolean>;
  created_at: Generated<Timestamp>;
  created_by: string;
  created_by_id: number | null;
  customer_id: number;
  description: string;
  document_at: Computed<Timestamp>;
  file_id: string | null;
  fulfilled_at: Timestamp | null;
  id: Generated<number>;
  idempotency_key: string | null;
  investigations_count: Generated<number>;
  is_latest: Generated<boolean>;
  is_unqualified: Generated<boolean>;
  pending_investigations_count: Generated<number>;
  record_id: number | null;
  reference_number: string | null;
  request_digest: Buffer | null;
  status: Generated<string>;
  vehicle_id: number;
}

export interface VehicleCodes {
  code: Generated<string>;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  customer_id: number;
  id: Computed<number>;
  revoked_at: Timestamp | null;
  revoked_by: string | null;
  vehicle_id: number;
}

export interface VehicleDamages {
  created_at: Generated<Timestamp>;
  customer_id: number;
  depot_id: number | null;
  description: string;
  fixed_at: Timestamp | null;
  fixed_by: string | null;
  id: Generated<number>;
  part: DamageZone;
  photo_positions: Generated<number[]>;
  report_id: number | null;
  reported_at: Timestamp;
  reported_by: string;
  severity: "major" | "minor";
  vehicle_id: number;
}

export interface VehicleDepots {
  customer_id: number;
  depot_id: number;
  vehicle_id: number;
}

export interface VehicleFaults {
  created_at: Generated<Timestamp>;
  customer_id: number;
  defect_record_id: number | null;
  end_note: Generated<string>;
  end_reason: "closed" | "gone" | "repaired" | null;
  ended_at: Timestamp | null;
  ended_by: Generated<string>;
  fault_key: string;
  first_seen_at: Timestamp;
  id: Computed<number>;
  kind: "camera" | "troubleCode" | "tyrePressure";
  last_seen_at: Timestamp;
  occurrences: Generated<number>;
  pressure_kpa: number | null;
  recommended_kpa: number | null;
  severity: "advisory" | "major" | "minor";
  vehicle_id: number;
  version: Generated<number>;
}

export interface VehicleFileChanges {
  action: "archived" | "created" | "fulfilled" | "planned" | "restored" | "scheduled";
  activity_id: number | null;
  at: Generated<Timestamp>;
  changes: Generated<JSONColumnType<FieldChange[]>>;
  customer_id: number;
  id: Computed<Int8>;
  scheduled_activity_id: number | null;
  user_id: number | null;
  user_name: string | null;
  vehicle_id: number;
}

export interface VehicleMessages {
  answer: string | null;
  attempts: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  customer_id: number;
  delivered_at: Timestamp | null;
  failure: "no_tracker" | "not_supported" | "refused" | null;
  id: Computed<Int8>;
  message: string;
  sent_at: Timestamp | null;
  state: Generated<"delivered" | "expired" | "failed" | "queued" | "sent">;
  tracker_id: number | null;
  vehicle_id: number;
}

export interface VehicleReports {
  author: string;
  created_at: Generated<Timestamp>;
  customer_id: number;
  declaration: Generated<string>;
  defect_record_id: number | null;
  defects: number;
  depot_id: number | null;
  done_at: Timestamp;
  driver_check_record_id: number | null;
  driver_id: number | null;
  duration_s: number | null;
  id: Generated<number>;
  is_short: Generated<boolean>;
  items: JSONColumnType<CheckItem[]> | null;
  kind: "AUD" | "DRV" | "GTC" | "HND" | "STD";
  latitude: number | null;
  longitude: number | null;
  odometer_m: Int8 | null;
  place: string | null;
  reference_number: Computed<string>;
  search_text: Computed<string | null>;
  signature_file_id: string | null;
  signed_by: string | null;
  vehicle_id: number;
}

export interface Vehicles {
  archived_at: Timestamp | null;
  axle_weights_kg: number[] | null;
  axles: number | null;
  contract_type_id: number | null;
  created_at: Generated<Timestamp>;
  customer_id: number;
  driver_id: number | null;
  first_registered_on: Day | null;
  fuel_name: Generated<string>;
  fuel_reference: Generated<string>;
  gross_weight_kg: number | null;
  id: Computed<number>;
  is_active: Generated<boolean>;
  is_international_haulage: Generated<boolean>;
  kind: "bus" | "car" | "drawbar_trailer" | "motorcycle" | "plant" | "rigid" | "semi_trailer" | "tail_lift" | "tractor" | "van" | null;
  lease_company_id: number | null;
  livery_category_id: number | null;
  manufacturer_model: string | null;
  manufacturer_model_id: number | null;
  owner: string | null;
  permission: string | null;
  registration: string;
  repairer_id: number | null;
  search_text: Computed<string | null>;
  trailer_number: string | null;
  train_weight_kg: number | null;
  type: "BIK" | "CAR" | "STR" | "VAN";
  vin: string | null;
}

export interface VehicleScheduleTypes {
  customer_id: number;
  schedule_type_id: number;
  vehicle_id: number;
}

export interface VehicleServicePlans {
  assigned_at: Generated<Timestamp>;
  calculated_at: Timestamp | null;
  customer_id: number;
  engine_s: number | null;
  odometer_m: number | null;
  odometer_source: "reading" | "tracker" | "trips" | null;
  plan_id: number;
  use_calculated_at: Timestamp | null;
  use_engine_s_per_day: number | null;
  use_engine_s_weeks: number[] | null;
  use_m_per_day: number | null;
  use_m_weeks: number[] | null;
  vehicle_id: number;
}

export interface VehicleServices {
  cause: "distance" | "engine_hours" | "time" | null;
  customer_id: number;
  due_engine_s: number | null;
  due_odometer_m: number | null;
  entered_at: Timestamp | null;
  id: Computed<number>;
  last_at: Timestamp | null;
  last_engine_s: number | null;
  last_odometer_m: number | null;
  next_on: Day | null;
  schedule_type_id: number;
  time_due_on: Day | null;
  vehicle_id: number;
}

export interface VehicleShares {
  created_at: Generated<Timestamp>;
  created_by: number | null;
  created_by_name: string;
  customer_id: number;
  destination_latitude: number | null;
  destination_longitude: number | null;
  destination_name: string | null;
  expires_at: Timestamp;
  id: Computed<Int8>;
  last_view_at: Timestamp | null;
  note: Generated<string>;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
  vehicle_id: number;
  views: Generated<number>;
}

export interface VehicleStates {
  battery_percent: number | null;
  battery_voltage_v: number | null;
  customer_id: number;
  device_time: Timestamp;
  driver_tag: string | null;
  external_voltage_v: number | null;
  fix_time: Timestamp | null;
  heading_deg: number | null;
  ignition: boolean | null;
  is_private: Generated<boolean>;
  latitude: number | null;
  longitude: number | null;
  odometer_m: number | null;
  received_at: Timestamp;
  speed_kmh: number | null;
  temperature_c: number | null;
  tracker_id: number;
  vehicle_id: number;
}

export interface VehicleTanks {
  customer_id: number;
  litres: number;
  vehicle_id: number;
}

export interface VehicleTyres {
  calculated_at: Timestamp | null;
  customer_id: number;
  least_tread_mm: number | null;
  low_pressure_pct: Generated<number>;
  pressures_kpa: number[] | null;
  pressures_until: Timestamp | null;
  spares: Generated<number>;
  steered_axles: number[] | null;
  twin_axles: number[] | null;
  vehicle_id: number;
}

export interface VehicleUploadRows {
  customer_id: number;
  fields: JSONColumnType<UploadFields> | null;
  outcome: "archived" | "created" | "error" | "unchanged" | "updated" | null;
  position: number;
  registration: Generated<string>;
  row_number: number | null;
  texts: Generated<string[]>;
  upload_id: number;
}

export interface VehicleUploads {
  choices: JSONColumnType<KeptChoices>;
  columns: Generated<JSONColumnType<UploadColumns>>;
  created_at: Generated<Timestamp>;
  created_count: Generated<number>;
  customer_id: number;
  done_count: Generated<number>;
  email: string | null;
  error_count: Generated<number>;
  failure: string | null;
  file_name: string;
  finished_at: Timestamp | null;
  headers: Generated<string[]>;
  id: Computed<number>;
  is_cancelled: Generated<boolean>;
  is_check: boolean;
  removed_count: Generated<number>;
  request_key: string | null;
  row_count: Generated<number>;
  run_at: Timestamp | null;
  runs_on_weekend: boolean;
  sample: Generated<JSONColumnType<SampleRow[]>>;
  state: "cancelled" | "checking" | "done" | "failed" | "running" | "waiting";
  unchanged_count: Generated<number>;
  updated_count: Generated<number>;
  user_id: number | null;
  user_name: string;
}

export interface VideoClipRules {
  after_s: number;
  before_s: number;
  cameras: Generated<number[]>;
  customer_id: number;
  event_code: number;
  is_active: boolean;
}

export interface VideoRequestFiles {
  camera: number;
  codec: string | null;
  customer_id: number;
  ended_at: Timestamp;
  file_id: string;
  height_px: number | null;
  id: Computed<Int8>;
  kind: "burnt-in" | "picture" | "thumbnail" | "trail" | "video";
  media_key: string | null;
  request_id: Int8;
  started_at: Timestamp;
  width_px: number | null;
}

export interface VideoRequests {
  attempts: Generated<number>;
  burnt_in: Generated<"failed" | "making" | "none" | "ready">;
  cameras: number[];
  created_at: Generated<Timestamp>;
  customer_id: number;
  duration_s: number;
  error: string | null;
  event_at: Timestamp | null;
  event_code: number | null;
  expires_at: Timestamp | null;
  give_up_at: Timestamp;
  id: Computed<Int8>;
  idempotency_key: string | null;
  keep: Generated<boolean>;
  kind: "event" | "requested" | "uploaded";
  lease: string | null;
  leased_until: Timestamp | null;
  live: Generated<boolean>;
  next_try_at: Generated<Timestamp>;
  notes: Generated<string>;
  progress: Generated<number>;
  ready_at: Timestamp | null;
  reason: Generated<string>;
  requested_by: number | null;
  requested_by_name: Generated<string>;
  started_at: Timestamp;
  state: Generated<"failed" | "ready" | "requested" | "uploading">;
  tags: Generated<string[]>;
  tracker_id: number | null;
  vehicle_id: number;
}

export interface VideoSettings {
  clip_rules_from: Timestamp | null;
  customer_id: number;
  live_limit_s: Generated<number>;
  quota_bytes: Int8;
  retention_days: Generated<number>;
  warned_at: Timestamp | null;
}

export interface VideoShares {
  created_at: Generated<Timestamp>;
  created_by: number | null;
  created_by_name: string;
  customer_id: number;
  expires_at: Timestamp;
  id: Computed<Int8>;
  note: Generated<string>;
  request_id: Int8;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
}

export interface VideoUploads {
  camera: number;
  created_at: Generated<Timestamp>;
  created_by: number | null;
  customer_id: number;
  expires_at: Timestamp;
  id: string;
  name: string;
  pieces: Generated<string[]>;
  received_bytes: Generated<Int8>;
  request_id: Int8 | null;
  size_bytes: Int8;
  started_at: Timestamp;
  vehicle_id: number;
}

export interface VideoViews {
  cameras: Generated<number[]>;
  customer_id: number;
  id: Computed<Int8>;
  kind: "downloaded" | "live" | "recorded" | "shared";
  reason: Generated<string>;
  request_id: Int8 | null;
  session_id: Int8 | null;
  share_id: Int8 | null;
  user_id: number | null;
  user_name: string;
  vehicle_id: number;
  viewed_at: Generated<Timestamp>;
}

export interface VorEntries {
  cleared_by: string | null;
  cleared_by_id: number | null;
  cost_per_day: Numeric | null;
  customer_id: number;
  daily_cost: Computed<number | null>;
  defect_record_id: number | null;
  expected_back_at: Timestamp | null;
  id: Generated<number>;
  inspection_record_id: number | null;
  note: Generated<string>;
  reason: "accident" | "at_repairer" | "awaiting_parts" | "defect" | "inspection_overdue" | "no_driver" | "other" | "test_failed";
  repairer: string | null;
  repairer_id: number | null;
  repairer_key: Computed<string | null>;
  returned_at: Timestamp | null;
  set_by: string;
  set_by_id: number | null;
  since: Timestamp;
  since_s: Computed<number>;
  vehicle_id: number;
  version: Generated<number>;
}

export interface WorkOrderDefects {
  customer_id: number;
  defect_record_id: number;
  work_order_id: number;
}

export interface WorkOrderLimits {
  customer_id: number;
  id: Generated<number>;
  limit_total: Numeric | null;
  role: "MANAGER" | "USER" | null;
  user_id: number | null;
}

export interface WorkOrderLines {
  customer_id: number;
  defect_record_id: number | null;
  description: string;
  file_id: string | null;
  id: Generated<number>;
  invoice_number: string | null;
  is_by_repairer: Generated<boolean>;
  is_superseded: Generated<boolean>;
  issued_at: Timestamp | null;
  issued_unit_cost: Numeric | null;
  kind: "external" | "labour" | "part";
  net: Numeric;
  part_id: number | null;
  quantity: Numeric;
  returned_quantity: Generated<Numeric>;
  store_id: number | null;
  unit_price: Numeric;
  vat: Numeric | null;
  warranty_amount: Numeric | null;
  warranty_state: Generated<"accepted" | "claimed" | "none" | "refused">;
  work_order_id: number;
}

export interface WorkOrderLinks {
  created_at: Generated<Timestamp>;
  created_by: string;
  created_by_id: number | null;
  customer_id: number;
  email: string | null;
  expires_at: Timestamp;
  id: Generated<number>;
  last_view_at: Timestamp | null;
  revoked_at: Timestamp | null;
  token_hash: Buffer;
  views: Generated<number>;
  work_order_id: number;
}

export interface WorkOrderPhotographs {
  caption: Generated<string>;
  customer_id: number;
  file_id: string;
  id: Generated<number>;
  is_by_repairer: Generated<boolean>;
  report_file_id: string | null;
  work_order_id: number;
}

export interface WorkOrders {
  approved_at: Timestamp | null;
  approved_by: string | null;
  approved_total: Numeric | null;
  bay: string | null;
  closed_at: Timestamp | null;
  completed_at: Timestamp | null;
  completed_by: string | null;
  completion_note: string | null;
  created_at: Generated<Timestamp>;
  created_by: string;
  customer_id: number;
  description: Generated<string>;
  due_on: Day | null;
  external_cost: Generated<Numeric>;
  fault_id: number | null;
  has_warranty: Generated<boolean>;
  id: Generated<number>;
  inspection_record_id: number | null;
  labour_cost: Generated<Numeric>;
  needs_approval: Computed<boolean>;
  parts_cost: Generated<Numeric>;
  place: "internal" | "repairer";
  planned_at: Timestamp | null;
  planned_minutes: number | null;
  recovered: Generated<Numeric>;
  reference_number: Generated<string>;
  repairer: string | null;
  repairer_answer: "accepted" | "declined" | null;
  repairer_done_at: Timestamp | null;
  repairer_id: number | null;
  repairer_note: string | null;
  repairer_ready_on: Day | null;
  scheduled_activity_id: number | null;
  search_text: Computed<string>;
  signature_file_id: string | null;
  source: Generated<"defect" | "fault" | "inspection" | "manual" | "schedule">;
  started_at: Timestamp | null;
  state: Generated<"approved" | "awaiting_approval" | "cancelled" | "done" | "estimate" | "in_progress" | "invoiced">;
  technicians: Generated<string[]>;
  title: string;
  total: Computed<Numeric>;
  vehicle_id: number;
  version: Generated<number>;
}

export interface WorkOrderSettings {
  bays: Generated<string[]>;
  customer_id: number;
  labour_rate: Generated<Numeric>;
  version: Generated<number>;
}

export interface WorkOrderTimes {
  customer_id: number;
  ended_at: Timestamp | null;
  id: Generated<number>;
  started_at: Timestamp;
  user_id: number | null;
  user_name: string;
  work_order_id: number;
}

export interface DB {
  accident_parties: AccidentParties;
  accident_photographs: AccidentPhotographs;
  accident_reports: AccidentReports;
  account_sessions: AccountSessions;
  activity_types: ActivityTypes;
  addresses: Addresses;
  agencies: Agencies;
  agency_onboarding_documents: AgencyOnboardingDocuments;
  agency_onboardings: AgencyOnboardings;
  agency_terms: AgencyTerms;
  alert_reads: AlertReads;
  alert_rules: AlertRules;
  alerts: Alerts;
  api_tokens: ApiTokens;
  audit_entries: AuditEntries;
  audit_surveys: AuditSurveys;
  backup_runs: BackupRuns;
  brake_plans: BrakePlans;
  brake_tests: BrakeTests;
  calendar_feeds: CalendarFeeds;
  cameras: Cameras;
  catalogue_entries: CatalogueEntries;
  check_combinations: CheckCombinations;
  check_photographs: CheckPhotographs;
  check_templates: CheckTemplates;
  clock_fault_records: ClockFaultRecords;
  coaching_marks: CoachingMarks;
  coaching_session_events: CoachingSessionEvents;
  coaching_sessions: CoachingSessions;
  cost_budget_warnings: CostBudgetWarnings;
  cost_budgets: CostBudgets;
  cost_entries: CostEntries;
  cost_plans: CostPlans;
  coupling_dismissals: CouplingDismissals;
  coupling_due: CouplingDue;
  coupling_findings: CouplingFindings;
  coupling_nearby: CouplingNearby;
  coupling_states: CouplingStates;
  couplings: Couplings;
  customer_texts: CustomerTexts;
  customers: Customers;
  data_input_messages: DataInputMessages;
  data_inputs: DataInputs;
  defect_records: DefectRecords;
  deliveries: Deliveries;
  depot_check_days: DepotCheckDays;
  depot_schedule_types: DepotScheduleTypes;
  depots: Depots;
  derivation_checkpoints: DerivationCheckpoints;
  derivations: Derivations;
  device_command_settings: DeviceCommandSettings;
  device_commands: DeviceCommands;
  digest_alerts: DigestAlerts;
  driver_absences: DriverAbsences;
  driver_activities: DriverActivities;
  driver_assignments: DriverAssignments;
  driver_check_records: DriverCheckRecords;
  driver_documents: DriverDocuments;
  driver_file_items: DriverFileItems;
  driver_file_reminders_sent: DriverFileRemindersSent;
  driver_file_settings: DriverFileSettings;
  driver_files: DriverFiles;
  driver_handover_photographs: DriverHandoverPhotographs;
  driver_handovers: DriverHandovers;
  driver_identities: DriverIdentities;
  driver_message_receipts: DriverMessageReceipts;
  driver_message_replies: DriverMessageReplies;
  driver_messages: DriverMessages;
  driver_recognitions: DriverRecognitions;
  drivers: Drivers;
  drivers_hours_settings: DriversHoursSettings;
  earned_recognition_limits: EarnedRecognitionLimits;
  event_exposures: EventExposures;
  event_review_notes: EventReviewNotes;
  event_reviews: EventReviews;
  evidence_packs: EvidencePacks;
  fault_answers: FaultAnswers;
  fault_due: FaultDue;
  fault_notes: FaultNotes;
  fault_rules: FaultRules;
  fault_scans: FaultScans;
  feed_changes: FeedChanges;
  feed_late_days: FeedLateDays;
  feed_readers: FeedReaders;
  files: Files;
  fleet_events: FleetEvents;
  fuel_card_checks: FuelCardChecks;
  fuel_card_due: FuelCardDue;
  fuel_card_findings: FuelCardFindings;
  fuel_events: FuelEvents;
  geofence_categories: GeofenceCategories;
  geofence_group_members: GeofenceGroupMembers;
  geofence_groups: GeofenceGroups;
  geofence_visits: GeofenceVisits;
  geofences: Geofences;
  help_faqs: HelpFaqs;
  help_pages: HelpPages;
  hours_infringements: HoursInfringements;
  import_mappings: ImportMappings;
  ingest_progress: IngestProgress;
  inspection_records: InspectionRecords;
  inspectors: Inspectors;
  installation_warnings: InstallationWarnings;
  investigation_answers: InvestigationAnswers;
  investigation_questions: InvestigationQuestions;
  investigation_templates: InvestigationTemplates;
  investigations: Investigations;
  licence_check_runs: LicenceCheckRuns;
  licence_checks: LicenceChecks;
  live_sessions: LiveSessions;
  meter_readings: MeterReadings;
  month_documents: MonthDocuments;
  notice_letters: NoticeLetters;
  notification_email_depots: NotificationEmailDepots;
  notification_emails: NotificationEmails;
  notification_preferences: NotificationPreferences;
  official_checks: OfficialChecks;
  official_differences: OfficialDifferences;
  official_mot_tests: OfficialMotTests;
  official_vehicles: OfficialVehicles;
  outgoing_stream_cursors: OutgoingStreamCursors;
  outgoing_streams: OutgoingStreams;
  part_movements: PartMovements;
  part_offers: PartOffers;
  part_stock: PartStock;
  part_stock_take_lines: PartStockTakeLines;
  part_stock_takes: PartStockTakes;
  part_stores: PartStores;
  part_suppliers: PartSuppliers;
  partner_keys: PartnerKeys;
  parts: Parts;
  passkeys: Passkeys;
  password_tokens: PasswordTokens;
  planned_shifts: PlannedShifts;
  positions: Positions;
  private_use_rules: PrivateUseRules;
  purchase_order_lines: PurchaseOrderLines;
  purchase_orders: PurchaseOrders;
  push_subscriptions: PushSubscriptions;
  raw_frames: RawFrames;
  recall_campaigns: RecallCampaigns;
  recall_vehicles: RecallVehicles;
  record_changes: RecordChanges;
  record_limits: RecordLimits;
  record_photographs: RecordPhotographs;
  record_requests: RecordRequests;
  recovery_codes: RecoveryCodes;
  regions: Regions;
  repairers: Repairers;
  report_schedules: ReportSchedules;
  retention_settings: RetentionSettings;
  saved_view_defaults: SavedViewDefaults;
  saved_views: SavedViews;
  schedule_intervals: ScheduleIntervals;
  schedule_reminders: ScheduleReminders;
  schedule_reminders_sent: ScheduleRemindersSent;
  schedule_types: ScheduleTypes;
  scheduled_activities: ScheduledActivities;
  service_budgets: ServiceBudgets;
  service_plan_items: ServicePlanItems;
  service_plans: ServicePlans;
  settings: Settings;
  sign_in_tries: SignInTries;
  sign_on_artifacts: SignOnArtifacts;
  tachograph_card_uses: TachographCardUses;
  tachograph_download_settings: TachographDownloadSettings;
  tachograph_downloads: TachographDownloads;
  tachograph_files: TachographFiles;
  tachograph_mails: TachographMails;
  tachograph_reminders_sent: TachographRemindersSent;
  tachograph_unit_days: TachographUnitDays;
  totp_factors: TotpFactors;
  tracker_connections: TrackerConnections;
  tracker_fittings: TrackerFittings;
  trackers: Trackers;
  trailer_identifiers: TrailerIdentifiers;
  trip_exposures: TripExposures;
  trips: Trips;
  tyre_events: TyreEvents;
  tyre_fittings: TyreFittings;
  tyre_pressures: TyrePressures;
  tyre_readings: TyreReadings;
  tyres: Tyres;
  unaccounted_driving: UnaccountedDriving;
  unaccounted_due: UnaccountedDue;
  unknown_devices: UnknownDevices;
  user_app_records: UserAppRecords;
  user_depots: UserDepots;
  user_modules: UserModules;
  user_regions: UserRegions;
  users: Users;
  vehicle_activities: VehicleActivities;
  vehicle_codes: VehicleCodes;
  vehicle_damages: VehicleDamages;
  vehicle_depots: VehicleDepots;
  vehicle_faults: VehicleFaults;
  vehicle_file_changes: VehicleFileChanges;
  vehicle_messages: VehicleMessages;
  vehicle_reports: VehicleReports;
  vehicle_schedule_types: VehicleScheduleTypes;
  vehicle_service_plans: VehicleServicePlans;
  vehicle_services: VehicleServices;
  vehicle_shares: VehicleShares;
  vehicle_states: VehicleStates;
  vehicle_tanks: VehicleTanks;
  vehicle_tyres: VehicleTyres;
  vehicle_upload_rows: VehicleUploadRows;
  vehicle_uploads: VehicleUploads;
  vehicles: Vehicles;
  video_clip_rules: VideoClipRules;
  video_request_files: VideoRequestFiles;
  video_requests: VideoRequests;
  video_settings: VideoSettings;
  video_shares: VideoShares;
  video_uploads: VideoUploads;
  video_views: VideoViews;
  vor_entries: VorEntries;
  work_order_defects: WorkOrderDefects;
  work_order_limits: WorkOrderLimits;
  work_order_lines: WorkOrderLines;
  work_order_links: WorkOrderLinks;
  work_order_photographs: WorkOrderPhotographs;
  work_order_settings: WorkOrderSettings;
  work_order_times: WorkOrderTimes;
  work_orders: WorkOrders;
}
