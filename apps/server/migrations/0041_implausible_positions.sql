-- The speed in km/h that a position implies where no vehicle can have got there since the place before:
-- such a position is kept and shown in the raw data, but it is no place of the vehicle. Null of any other.
alter table positions add column jump_kmh real;
