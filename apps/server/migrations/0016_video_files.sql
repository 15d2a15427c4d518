-- A picture that somebody took out of live or recorded video is a document of the vehicle file. Its
-- type is made by the system: nobody uploads one. Ids above 5 are shown at first (requirement G-64).
insert into activity_types (id, name, reference, internal_use) values
  (19, 'Camera Picture', 'CAMERA_PICTURE', true);
