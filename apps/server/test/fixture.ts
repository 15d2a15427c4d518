import { afterAll, beforeAll } from 'vitest';

/**
 * Opens a fixture before the tests of a file, and closes it after them.
 *
 * @param ready receives the open fixture
 */
export function withFixture<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  ready: (opened: T) => void,
): void {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
    ready(opened);
  });
  afterAll(() => opened?.close());
}
