-- What drivers say about an infringement, and their signature from an account of their own.
alter table hours_infringements
  add column driver_comment text not null default '',
  add column signed_at timestamptz,
  -- The driver signed with the own account, and not on the screen of the person who debriefed.
  add column is_own_signature boolean not null default false;
