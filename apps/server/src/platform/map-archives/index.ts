export { ArchiveFile } from './archive-file.ts';
export { ArchiveError, type ArchiveFacts, inspectArchive } from './inspect-archive.ts';
export { MapArchives, type MapFile } from './map-archives.ts';
