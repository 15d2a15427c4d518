export { byWording, type MailReader, mailReaders, wordingOf } from './repository.ts';
