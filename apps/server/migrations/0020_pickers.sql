-- Indexes of the lists that the shared pickers read (requirement R-P07).
create index users_by_driver on users (driver_id) where driver_id is not null;
