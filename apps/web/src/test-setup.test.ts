import { expect, it, vi } from 'vitest';

const late = vi.fn();

it('leaves timers behind', () => {
  setTimeout(late, 20);
  setInterval(late, 20);
  expect(late).not.toHaveBeenCalled();
});

it('does not see the timers of the test before', async () => {
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(late).not.toHaveBeenCalled();
});
