-- The currency of every amount of a customer (ISO 4217): amounts were kept without one.
alter table customers add column currency text not null default 'GBP'
  check (currency ~ '^[A-Z]{3}$');
