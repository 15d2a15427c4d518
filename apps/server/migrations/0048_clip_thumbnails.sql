-- A small picture of a clip for lists, one a clip. It ends with the clip as its other files do.
alter table video_request_files drop constraint video_request_files_kind_check;
alter table video_request_files add constraint video_request_files_kind_check
  check (kind in ('video', 'burnt-in', 'picture', 'trail', 'thumbnail'));
create unique index video_request_files_one_thumbnail on video_request_files (request_id)
  where kind = 'thumbnail';
