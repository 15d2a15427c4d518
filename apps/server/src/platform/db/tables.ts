import type { Selectable } from 'kysely';
import type { DB } from './schema.gen.ts';

/** All tables of `migrations/`. */
export type { DB as Tables } from './schema.gen.ts';

// Texts of columns, as the check constraints of the schema list them.
export type CameraSource = DB['cameras']['source'];
export type CatalogueKind = DB['catalogue_entries']['kind'];
export type ClockFault = DB['clock_fault_records']['fault'];
export type InvestigationCause = Selectable<DB['investigations']>['cause'];
export type LiveMode = DB['live_sessions']['live_mode'];
export type RecordKind = DB['record_changes']['kind'];
export type RowOutcome = NonNullable<DB['vehicle_upload_rows']['outcome']>;
export type UploadState = DB['vehicle_uploads']['state'];
export type VideoFileKind = DB['video_request_files']['kind'];
export type VideoRequestKind = DB['video_requests']['kind'];
export type VideoRequestState = Selectable<DB['video_requests']>['state'];
export type VideoViewKind = DB['video_views']['kind'];
