import { describe, expect, it } from 'vitest';
import en from '../../../../locales/system-health/en.json' with { type: 'json' };
import pt from '../../../../locales/system-health/pt.json' with { type: 'json' };
import { addressVerdict } from './system-health-checks-address.ts';
import { backupVerdict } from './system-health-checks-backup.ts';
import { busVerdict } from './system-health-checks-bus.ts';
import { certificateVerdict } from './system-health-checks-certificate.ts';
import { clockVerdict } from './system-health-checks-clock.ts';
import { databaseVerdict } from './system-health-checks-database.ts';
import { deliveriesVerdict } from './system-health-checks-deliveries.ts';
import { diskVerdict } from './system-health-checks-disk.ts';
import { filesVerdict } from './system-health-checks-files.ts';
import { geocoderVerdict } from './system-health-checks-geocoder.ts';
import { jobsVerdict } from './system-health-checks-jobs.ts';
import { mailVerdict } from './system-health-checks-mail.ts';
import { mapVerdict } from './system-health-checks-map.ts';
import { portsVerdict } from './system-health-checks-ports.ts';
import { replicationVerdict } from './system-health-checks-replication.ts';
import { serverVerdict } from './system-health-checks-server.ts';
import { vacuumVerdict } from './system-health-checks-vacuum.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_800_000_000_000;
const GB = 1e9;

/** State and finding of a verdict, as `error full`. */
const said = ({ state, finding }: { readonly state: string; readonly finding: string }) =>
  `${state} ${finding}`;

describe('the verdict of', () => {
  it('the server names the parts that do not work', () => {
    const parts = [
      { name: 'database', ok: true },
      { name: 'disk', ok: false, reason: 'nearly full' },
    ];
    expect(said(serverVerdict(null))).toBe('unused stopped');
    expect(said(serverVerdict(parts.slice(0, 1)))).toBe('ok ok');
    expect(serverVerdict(parts)).toEqual({
      state: 'error',
      finding: 'faulty',
      values: { parts: 'disk (nearly full)' },
    });
  });

  it('ports depends on whether the server runs', () => {
    const at = (inUse: boolean) => ({
      port: { setting: 'PORT', host: '127.0.0.1', port: 8080, transport: 'tcp' } as const,
      inUse,
    });
    expect(said(portsVerdict([], true))).toBe('unused none');
    expect(said(portsVerdict([at(true)], true))).toBe('ok ok');
    expect(said(portsVerdict([at(false)], false))).toBe('ok free');
    expect(portsVerdict([at(true), at(false)], true)).toEqual({
      state: 'error',
      finding: 'closed',
      values: { ports: '8080/tcp (PORT)' },
    });
    expect(said(portsVerdict([at(true)], false))).toBe('error taken');
  });

  it('the address warns where only this machine may be unable to reach it', () => {
    const verdict = (facts: Parameters<typeof addressVerdict>[0]) =>
      said(addressVerdict(facts, 'fleet.example'));
    expect(verdict({ kind: 'unset' })).toBe('unused unset');
    expect(verdict({ kind: 'unreachable', reason: 'ENOTFOUND' })).toBe('warning unreachable');
    expect(verdict({ kind: 'answered', isOurs: false, status: 200 })).toBe('error other');
    expect(verdict({ kind: 'answered', isOurs: true, status: 503 })).toBe('ok ok');
  });

  it('the certificate warns two weeks before its end', () => {
    const verdict = (days: number, untrusted: string | null = null) =>
      said(
        certificateVerdict(
          { kind: 'presented', validToMs: NOW_MS + days * DAY_MS, untrusted },
          'fleet.example',
          NOW_MS,
        ),
      );
    expect(verdict(15)).toBe('ok ok');
    expect(verdict(13)).toBe('warning ending');
    expect(verdict(2)).toBe('error ending');
    expect(verdict(-1, 'CERT_HAS_EXPIRED')).toBe('error expired');
    expect(verdict(90, 'DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('warning untrusted');
    expect(said(certificateVerdict({ kind: 'plain' }, 'localhost', NOW_MS))).toBe('unused plain');
  });

  it('the disk follows the fullest one and the reserve of uploads', () => {
    const disk = (freeGb: number) => ({
      folder: `/data/${freeGb}`,
      freeBytes: freeGb * GB,
      totalBytes: 100 * GB,
    });
    expect(said(diskVerdict([disk(50)], 0.5 * GB))).toBe('ok ok');
    expect(diskVerdict([disk(50), disk(9)], 0.5 * GB)).toMatchObject({
      state: 'warning',
      finding: 'low',
      values: { folder: '/data/9' },
    });
    expect(said(diskVerdict([disk(15)], 10 * GB))).toBe('warning low');
    expect(said(diskVerdict([disk(9)], 10 * GB))).toBe('error full');
    expect(said(diskVerdict([disk(50), disk(0.1)], 0))).toBe('warning low');
  });

  it('the file store names the step that failed', () => {
    expect(said(filesVerdict(null, 's3.example'))).toBe('ok ok');
    expect(said(filesVerdict({ step: 'read', reason: 'EACCES' }, 's3.example'))).toBe('error read');
  });

  it('the database compares version, schema and connections', () => {
    const facts = { version: '18.4', major: 18, used: 10, limit: 100, applied: ['1', '2'] };
    const verdict = (changed: Partial<typeof facts>) =>
      said(databaseVerdict({ ...facts, ...changed }, ['1', '2']));
    expect(verdict({})).toBe('ok ok');
    expect(verdict({ major: 14 })).toBe('error old');
    expect(verdict({ applied: ['1'] })).toBe('warning pending');
    expect(verdict({ applied: ['1', '2', '3'] })).toBe('error newer');
    expect(verdict({ used: 81 })).toBe('warning busy');
    expect(verdict({ used: 96 })).toBe('error busy');
  });

  it('maintenance reports what lets a database grow or stop', () => {
    const facts = { isOn: true, transactionAge: 2e8, longestTransactionS: 1, bloated: [] };
    const verdict = (changed: Partial<Parameters<typeof vacuumVerdict>[0]>) =>
      said(vacuumVerdict({ ...facts, ...changed }));
    expect(verdict({})).toBe('ok ok');
    expect(verdict({ isOn: false })).toBe('error off');
    expect(verdict({ transactionAge: 1.1e9 })).toBe('warning old');
    expect(verdict({ transactionAge: 1.6e9 })).toBe('error old');
    expect(verdict({ longestTransactionS: 3601 })).toBe('warning longTransaction');
    expect(verdict({ bloated: [{ table: 'trips', deadRows: 2e5 }] })).toBe('warning bloated');
  });

  it('replication reports the slowest replica and slots that keep the log', () => {
    const replica = (name: string, lagS: number) => ({ name, lagS, lagBytes: 0 });
    const verdict = (replicas: ReturnType<typeof replica>[], keptBytes?: number) =>
      replicationVerdict({
        replicas,
        idleSlots: keptBytes === undefined ? [] : [{ name: 'old', keptBytes }],
      });
    expect(said(verdict([]))).toBe('unused none');
    expect(said(verdict([replica('a', 1)]))).toBe('ok ok');
    expect(verdict([replica('a', 1), replica('b', 61)])).toMatchObject({
      state: 'warning',
      finding: 'late',
      values: { name: 'b' },
    });
    expect(said(verdict([replica('a', 1)], 5))).toBe('warning idleSlot');
  });

  it('the bus needs one server, and wants all', () => {
    const server = (name: string, answers: boolean) => ({ name, answers });
    expect(said(busVerdict(null))).toBe('unused none');
    expect(said(busVerdict([server('a', true)]))).toBe('ok ok');
    expect(said(busVerdict([server('a', true), server('b', false)]))).toBe('warning some');
    expect(said(busVerdict([server('a', false)]))).toBe('error away');
  });

  it('the clock names the direction', () => {
    const verdict = (aheadS: number, areDevicesAhead = false) =>
      said(
        clockVerdict(
          [
            { name: 'PostgreSQL', aheadS: 0.1 },
            { name: 's3.example', aheadS },
          ],
          areDevicesAhead,
        ),
      );
    expect(verdict(29)).toBe('ok ok');
    expect(verdict(31)).toBe('error behind');
    expect(verdict(-31)).toBe('error ahead');
    expect(verdict(0, true)).toBe('error behindDevices');
  });

  it('jobs and deliveries tells slow from stopped and from given up', () => {
    const jobs = { waiting: 1, oldestS: 1, failed: 0, failedNames: [] };
    expect(said(jobsVerdict(null))).toBe('unused none');
    expect(said(jobsVerdict(jobs))).toBe('ok ok');
    expect(said(jobsVerdict({ ...jobs, oldestS: 121 }))).toBe('warning late');
    expect(said(jobsVerdict({ ...jobs, oldestS: 901 }))).toBe('error late');
    expect(said(jobsVerdict({ ...jobs, failed: 1, failedNames: ['reports'] }))).toBe(
      'warning lost',
    );
    const deliveries = { waiting: 1, overdueS: 1, retried: 0, failed: 0 };
    expect(said(deliveriesVerdict(deliveries))).toBe('ok ok');
    expect(said(deliveriesVerdict({ ...deliveries, overdueS: 601 }))).toBe('error late');
    expect(said(deliveriesVerdict({ ...deliveries, retried: 1 }))).toBe('warning retried');
    expect(said(deliveriesVerdict({ ...deliveries, failed: 1 }))).toBe('warning lost');
  });

  it('mail asks for a server in production only', () => {
    const facts = { hasServer: true, isProduction: true, destination: 'smtp', failure: null };
    expect(said(mailVerdict(facts))).toBe('ok ok');
    expect(said(mailVerdict({ ...facts, failure: '535 no' }))).toBe('error refused');
    expect(said(mailVerdict({ ...facts, hasServer: false }))).toBe('warning folder');
    expect(said(mailVerdict({ ...facts, hasServer: false, isProduction: false }))).toBe(
      'unused folder',
    );
  });

  it('the backup warns after two days, and where there is none', () => {
    const made = (days: number) => {
      const at = new Date(NOW_MS - days * DAY_MS);
      return { createdAt: at, verifiedAt: at, sizeBytes: 1 };
    };
    expect(said(backupVerdict(null, NOW_MS))).toBe('warning none');
    expect(said(backupVerdict(made(1.9), NOW_MS))).toBe('ok ok');
    expect(said(backupVerdict(made(2.1), NOW_MS))).toBe('warning late');
  });

  it('the map and the address service are optional', () => {
    expect(said(mapVerdict([], null))).toBe('unused builtIn');
    expect(said(mapVerdict([], 'tiles.example'))).toBe('ok style');
    expect(said(mapVerdict([{ name: 'a', fault: null }], null))).toBe('ok ok');
    expect(said(mapVerdict([{ name: 'a', fault: 'missing' }], null))).toBe('error unusable');
    const failed = { lastSuccessMs: null, lastFailure: { atMs: 1, reason: 'TimeoutError' } };
    expect(said(geocoderVerdict(null, false, ''))).toBe('unused none');
    expect(said(geocoderVerdict(failed, true, 'nominatim'))).toBe('ok ok');
    expect(said(geocoderVerdict(failed, false, 'nominatim'))).toBe('warning failing');
  });
});

describe('the texts', () => {
  it('are in both languages, with the same values', () => {
    expect(Object.keys(pt)).toEqual(Object.keys(en));
    const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, text] of Object.entries(en)) {
      expect(values(pt[key as keyof typeof pt]), key).toEqual(values(text));
    }
  });
});
