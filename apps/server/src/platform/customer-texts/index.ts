export {
  byWording,
  customPageTexts,
  type MailReader,
  mailReaders,
  noCustomTexts,
  wordingOf,
} from './repository.ts';
