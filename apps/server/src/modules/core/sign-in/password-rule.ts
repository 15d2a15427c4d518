import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { TextKey } from '../../../platform/texts.ts';

/** Requirement D-25. */
const MIN_LENGTH = 10;
/** Longer passwords would only cost CPU time. */
const MAX_LENGTH = 200;
/** zxcvbn's scale ends at 4; from 3 on a password resists guessing against a slow hash. */
const MIN_SCORE = 3;
/** Only this many characters are estimated; they are enough to decide. */
const ESTIMATED_LENGTH = 64;
/** Characters that a password must have besides the user's personal words. */
const MIN_BEYOND_OWN_WORDS = 8;
/** Shorter words occur in passwords by chance. */
const MIN_WORD_LENGTH = 3;
const PRODUCT = 'roadworthy';

/** Publicly known texts about the user, of any length. */
export interface PasswordOwner {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly email: string;
  /** Name of the company; null for a user without one. */
  readonly customer: string | null;
}

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Loads the list of common passwords (about 25 MB of memory) when a password is first set. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: ESTIMATED_LENGTH,
  });
}

/** Words publicly associated with a user, in lower case, longest first. */
function ownWords(owner: PasswordOwner): string[] {
  const texts = [owner.first_name, owner.last_name, owner.username, owner.email, owner.customer];
  const words = texts.flatMap((text) => {
    const plain = (text ?? '').toLowerCase();
    return [plain, ...plain.split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set([PRODUCT, ...words])]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);
}

/** Whether little remains of a password without the user's personal words. */
function consistsOf(password: string, words: readonly string[]): boolean {
  const plain = password.toLowerCase();
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), plain);
  return left !== plain && [...left].length < MIN_BEYOND_OWN_WORDS;
}

/** The error for the length of a new password, or null. */
export function passwordLengthFault(password: string): TextKey | null {
  if (password === '') return 'password.required';
  if ([...password].length < MIN_LENGTH) return 'password.tooShort';
  if (password.length > MAX_LENGTH) return 'password.tooLong';
  return null;
}

/**
 * The error for a new password, or null. The server checks it regardless of the form (requirements
 * D-P03, OP-065): its length, whether it is common (OWASP ASVS 5, 6.2.4), and whether it consists of
 * words associated with the user (6.2.11).
 */
export async function passwordFault(
  password: string,
  owner: PasswordOwner,
): Promise<TextKey | null> {
  const fault = passwordLengthFault(password);
  if (fault !== null) return fault;
  const words = ownWords(owner);
  if (consistsOf(password, words)) return 'password.ownWords';
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(password, words);
  return score < MIN_SCORE ? 'password.common' : null;
}
