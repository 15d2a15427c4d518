import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** A bigint, returned as text. */
type Big = ColumnType<string, string | number | bigint, string | number | bigint>;
type BigIdentity = ColumnType<string, never, never>;
type OptionalBig = ColumnType<string | null, string | number | null | undefined, string | null>;

export type CameraSource = 'jt1078' | 'rtsp' | 'upload';
export type LiveMode = 'snapshot' | 'stream';
export type VideoRequestKind = 'requested' | 'event' | 'uploaded';
export type VideoRequestState = 'requested' | 'uploading' | 'ready' | 'failed';
export type VideoFileKind = 'video' | 'burnt-in' | 'picture' | 'trail' | 'thumbnail';
export type VideoViewKind = 'live' | 'recorded' | 'downloaded' | 'shared';

/** The tables of `migrations/0010_video.sql`. */
export interface VideoTables {
  files: {
    id: string;
    customer_id: number;
    purpose: string;
    key: string;
    media_type: string;
    size_bytes: Big;
    sha256: Buffer;
    name: string;
    created_at: GeneratedTimestamp;
    kept_until: OptionalTimestamp;
  };
  cameras: {
    id: Generated<number>;
    customer_id: number;
    tracker_id: number;
    channel: number;
    name: string;
    source: CameraSource;
    address: string | null;
    live_mode: Generated<LiveMode>;
    is_active: Generated<boolean>;
    oldest_footage_at: OptionalTimestamp;
    oldest_asked_at: OptionalTimestamp;
    created_at: GeneratedTimestamp;
  };
  video_requests: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    tracker_id: number | null;
    kind: VideoRequestKind;
    started_at: Timestamp;
    duration_s: number;
    cameras: number[];
    live: Generated<boolean>;
    state: Generated<VideoRequestState>;
    error: string | null;
    progress: Generated<number>;
    reason: Generated<string>;
    notes: Generated<string>;
    tags: Generated<string[]>;
    keep: Generated<boolean>;
    event_code: number | null;
    event_at: OptionalTimestamp;
    requested_by: number | null;
    requested_by_name: Generated<string>;
    idempotency_key: string | null;
    next_try_at: GeneratedTimestamp;
    give_up_at: Timestamp;
    attempts: Generated<number>;
    leased_until: OptionalTimestamp;
    lease: string | null;
    burnt_in: Generated<'none' | 'making' | 'ready' | 'failed'>;
    created_at: GeneratedTimestamp;
    ready_at: OptionalTimestamp;
    expires_at: OptionalTimestamp;
  };
  video_request_files: {
    id: BigIdentity;
    customer_id: number;
    request_id: Big;
    file_id: string;
    camera: number;
    kind: VideoFileKind;
    started_at: Timestamp;
    ended_at: Timestamp;
    width_px: number | null;
    height_px: number | null;
    codec: string | null;
    media_key: ColumnType<string | null, string | null | undefined, never>;
  };
  video_uploads: {
    id: string;
    customer_id: number;
    vehicle_id: number;
    request_id: OptionalBig;
    camera: number;
    name: string;
    started_at: Timestamp;
    size_bytes: Big;
    received_bytes: ColumnType<string, never, string | number>;
    pieces: Generated<string[]>;
    created_by: number | null;
    created_at: GeneratedTimestamp;
    expires_at: Timestamp;
  };
  live_sessions: {
    id: BigIdentity;
    customer_id: number;
    vehicle_id: number;
    user_id: number | null;
    live_mode: LiveMode;
    cameras: Generated<number[]>;
    reason: Generated<string>;
    duration_s: number;
    started_at: GeneratedTimestamp;
    ends_at: Timestamp;
    ended_at: OptionalTimestamp;
    end_reason: 'time' | 'stopped' | 'session' | 'restart' | null;
  };
  video_shares: {
    id: BigIdentity;
    customer_id: number;
    request_id: Big;
    token_hash: Buffer;
    note: Generated<string>;
    created_by: number | null;
    created_by_name: string;
    created_at: GeneratedTimestamp;
    expires_at: Timestamp;
    revoked_at: OptionalTimestamp;
  };
  video_views: {
    id: BigIdentity;
    customer_id: number;
    kind: VideoViewKind;
    vehicle_id: number;
    request_id: OptionalBig;
    session_id: OptionalBig;
    share_id: OptionalBig;
    cameras: Generated<number[]>;
    user_id: number | null;
    user_name: string;
    reason: Generated<string>;
    viewed_at: GeneratedTimestamp;
  };
  video_clip_rules: {
    customer_id: number;
    event_code: number;
    is_active: boolean;
    before_s: number;
    after_s: number;
    cameras: Generated<number[]>;
  };
  video_settings: {
    customer_id: number;
    retention_days: Generated<number>;
    quota_bytes: Big;
    live_limit_s: Generated<number>;
    clip_rules_from: OptionalTimestamp;
    warned_at: OptionalTimestamp;
  };
}
