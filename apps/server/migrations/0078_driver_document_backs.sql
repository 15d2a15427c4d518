-- without transaction
-- For the removal of files: the back of a document.
drop index concurrently if exists driver_documents_by_back;
create index concurrently driver_documents_by_back on driver_documents (back_file_id)
  where back_file_id is not null;
