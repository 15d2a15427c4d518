-- How the derived rows are kept in step with positions (docs/decisions/0008-derivation.md).

-- json keeps its text as it was written, so that two states can be compared as text; the digest
-- completes the place in the order of a vehicle's records. What is to be derived again reaches from
-- redo_from to redo_until; redoing_from and redoing_until are a redo at work, taken from these when it
-- begins, so that a record that comes meanwhile asks for another. rules is a print of the rules that a
-- vehicle was derived by last: engines, type of vehicle, geofences.
alter table derivations
  alter column state type json using state::text::json,
  add column derived_digest bigint not null default 0,
  add column redo_until timestamptz,
  add column redoing_from timestamptz,
  add column redoing_until timestamptz,
  add column rules text not null default '';
create index derivations_being_redone on derivations (redoing_from) where redoing_from is not null;
-- A state is only comparable with one that was made by the same rules.
alter table derivation_checkpoints
  alter column state type json using state::text::json,
  add column rules text not null default '';

-- Device time of the record that told a row first: a redo of a period makes anew what records of that
-- period told, wherever it began. Rows that nobody derived are never taken back.
alter table trips add column told_at timestamptz not null default '-infinity';
alter table geofence_visits add column told_at timestamptz not null default '-infinity';
-- An event that nobody was told of yet; cleared after it was told, so that a crash in between tells it
-- again rather than never.
alter table fleet_events
  add column told_at timestamptz not null default '-infinity',
  add column to_tell boolean not null default false;
create index fleet_events_to_tell on fleet_events (id) where to_tell;
