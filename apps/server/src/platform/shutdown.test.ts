import { afterEach, describe, expect, it, vi } from 'vitest';
import { Shutdown } from './shutdown.ts';

afterEach(() => vi.restoreAllMocks());

describe('shutdown', () => {
  it('undoes the last begun first, and each once', async () => {
    const undone: string[] = [];
    const shutdown = new Shutdown();
    for (const name of ['database', 'gateway', 'api']) {
      shutdown.add(name, async () => undone.push(name));
    }
    expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true]);
    expect(undone).toEqual(['api', 'gateway', 'database']);
  });

  it('goes on where one step fails, and says that it was not clean', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    const undone: string[] = [];
    const shutdown = new Shutdown();
    shutdown.add('database', async () => undone.push('database'));
    shutdown.add('gateway', () => Promise.reject(new Error('stuck')));
    expect(await shutdown.run()).toBe(false);
    expect(undone).toEqual(['database']);
    expect(said.mock.calls[0]?.[0]).toBe('While stopping gateway:');
  });

  it('undoes at once what is begun while it runs', async () => {
    const undone: string[] = [];
    const shutdown = new Shutdown();
    await shutdown.run();
    shutdown.add('late', async () => undone.push('late'));
    expect(undone).toEqual(['late']);
  });
});
