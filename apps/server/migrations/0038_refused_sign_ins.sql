-- Refused sign-ins, tokens and partner keys stand in the audit log.
alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in ('created',
  'changed', 'archived', 'restored', 'removed', 'viewed', 'exported', 'erased', 'refused'));
