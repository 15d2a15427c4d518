import { describe, expect, it } from 'vitest';
import { createLog } from './index.ts';

function logged(level: string, write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

describe('the log', () => {
  it('writes one JSON object per line, with a time in UTC', () => {
    const [line] = logged('info', (log) => log.info({ job: 'mail' }, 'a job is done'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      job: 'mail',
      msg: 'a job is done',
    });
  });

  it.each(['password', 'token', 'authorization', 'cookie', 'email'])(
    'never writes %s, at the top or one below',
    (field) => {
      const [line] = logged('info', (log) =>
        log.info({ [field]: 'hunter2', body: { [field]: 'hunter2' } }, 'asked'),
      );
      expect(line).not.toContain('hunter2');
      expect(line).toContain('[redacted]');
    },
  );

  it('never writes the headers of a request', () => {
    const lines = logged('info', (log) =>
      log.info({ req: { headers: { 'x-key': 'hunter2' } } }, 'asked'),
    );
    expect(lines.join()).not.toContain('hunter2');
  });

  it('writes only the configured levels', () => {
    expect(logged('warn', (log) => log.info('hello'))).toEqual([]);
  });
});
