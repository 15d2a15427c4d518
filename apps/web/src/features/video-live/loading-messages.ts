/** Requirements F-08 to F-10: keys of the texts, in order. */
export const LOADING_MESSAGES = [
  'liveVideo.connecting',
  'liveVideo.initializing',
  'liveVideo.encrypting',
] as const;
export type LoadingMessage = (typeof LOADING_MESSAGES)[number];

const LEAST_MS = 1000;
const MOST_MS = 2500;

/**
 * Shows the loading messages in sequence, each for a random 1 to 2.5 s, the last until the video
 * arrives. They are cosmetic: nothing depends on them.
 *
 * @param random from 0 to 1
 * @returns the function to stop
 */
export function playLoadingMessages(
  show: (message: LoadingMessage) => void,
  random: () => number = Math.random,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = (index: number) => {
    const message = LOADING_MESSAGES[index];
    if (message === undefined) return;
    show(message);
    if (index + 1 === LOADING_MESSAGES.length) return;
    timer = setTimeout(() => step(index + 1), LEAST_MS + random() * (MOST_MS - LEAST_MS));
  };
  step(0);
  return () => clearTimeout(timer);
}
