import { describe, expect, it } from 'vitest';
import { createLog, RepeatedLine } from './index.ts';

function logged(level: string, write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

describe('the log', () => {
  it('writes one JSON object a line, with a time in UTC', () => {
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

  it('is as quiet as it is told to be', () => {
    expect(logged('warn', (log) => log.info('hello'))).toEqual([]);
  });
});

describe('a line that repeats', () => {
  it('is written once a minute with the number of those left out', () => {
    let nowMs = 0;
    const lines = logged('info', (log) => {
      const line = new RepeatedLine(log, 'positions could not be stored', () => nowMs);
      for (nowMs = 0; nowMs < 180_000; nowMs += 1000) line.warn({ reason: 'down' });
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'positions could not be stored', reason: 'down' },
      { msg: 'positions could not be stored', repeated: 59 },
      { msg: 'positions could not be stored', repeated: 59 },
    ]);
    expect(lines[0]).not.toContain('repeated');
  });
});
