export {
  byWording,
  type MailReader,
  mailReaders,
  noOwnTexts,
  ownPageTexts,
  wordingOf,
} from './repository.ts';
