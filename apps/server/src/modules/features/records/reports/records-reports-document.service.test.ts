import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { type DocumentFleet, documentFleet, PDF } from '../../../../../test/vehicle-documents.ts';
import { createTokens, JWT_AUDIENCE } from '../../../../platform/auth/index.ts';

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

let host: Server;
let api: TestApi;
let fleet: DocumentFleet;
let requests: ReceivedRequest[];
let answer: { status: number; body: Buffer };

const tokenOf = ({ headers }: IncomingMessage): string =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ??
  /access-token=([^;]+)/.exec(headers.cookie ?? '')?.[1] ??
  '';

beforeAll(async () => {
  host = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += part;
    const { method = '', url: path = '' } = request;
    requests.push({ method, path, token: tokenOf(request), body });
    reply.writeHead(answer.status, { 'content-type': 'application/pdf', location: '/elsewhere' });
    reply.end(answer.body);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/reports`;
  api = await testApi({ DEFECT_DOCUMENTS_URL: url, SAFETY_INSPECTION_DOCUMENTS_URL: url });
  fleet = await documentFleet(api);
  await api.services.db.pool.query(
    `with defect as (insert into defect_records (id, customer_id, vehicle_id, reference_number, items,
         reported_at, reported_by) values (41, $1, $2, 'DEF-000041', '[]', now(), 'Dan Reed'))
     insert into inspection_records (id, customer_id, vehicle_id, reference_number, inspected_at,
       inspector, items, is_roadworthy, declaration)
     values (52, $1, $2, 'PMI-000052', now(), 'Ines Mott', '[]', true, 'Safe')`,
    [fleet.home.customerId, fleet.vehicles.n1.vehicleId],
  );
});
afterAll(async () => {
  await api.close();
  host.closeAllConnections();
  await new Promise((done) => host.close(done));
});
beforeEach(() => {
  requests = [];
  answer = { status: 200, body: PDF };
});

const defect = async (userId: number) =>
  fetch(`${api.url}/defect/api/defect_report_pdf/41/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await api.jwt(userId)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ record_id: 41 }),
  });
const inspection = async (userId: number) =>
  fetch(`${api.url}/safety-inspection/api/report_pdf/52/`, {
    headers: { cookie: `access-token=${await api.token(userId)}` },
  });
/** The user id of a token that the host received. */
const holderOf = async (token: string) => {
  const tokens = await createTokens(api.services.config, api.services.db);
  return (await tokens.verify(token, JWT_AUDIENCE))?.userId;
};

describe('A document service by configuration', () => {
  it('[R-016] [G-92] makes a defect report: by POST, with a token for the viewer', async () => {
    const got = await defect(fleet.file.keeper);
    expect(got.status).toBe(200);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(PDF);
    expect(got.headers.get('content-disposition')).toContain('defect-report_N1-AAA.pdf');
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/reports/api/defect_report_pdf/41/',
        token: expect.any(String),
        body: '{"record_id":41}',
      },
    ]);
    expect(await holderOf(requests[0]?.token ?? '')).toBe(fleet.file.keeper);
  });

  it('[R-016] [G-93] makes a safety inspection report: by GET, with a cookie', async () => {
    const got = await inspection(fleet.file.keeper);
    expect(Buffer.from(await got.arrayBuffer())).toEqual(PDF);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      path: '/reports/api/report_pdf/52/',
      body: '',
    });
    expect(await holderOf(requests[0]?.token ?? '')).toBe(fleet.file.keeper);
    // Calls that require the access token refuse this token.
    const headers = { authorization: `Bearer ${requests[0]?.token}` };
    expect((await fetch(`${api.url}/api/vehicle_activities/`, { headers })).status).toBe(401);
  });

  it('[U-P03] receives no request for records that are not visible', async () => {
    expect((await defect(fleet.file.foreign)).status).toBe(404);
    expect((await inspection(fleet.file.foreign)).status).toBe(404);
    expect(requests).toEqual([]);
  });

  it.each([
    ['fails', 500, PDF],
    ['sends elsewhere', 302, PDF],
    ['sends something else', 200, Buffer.from('<html>Sign in</html>')],
    ['sends nothing', 204, Buffer.alloc(0)],
  ])('that %s leads to 503, and its content is not passed on', async (_, status, body) => {
    answer = { status, body };
    const got = await inspection(fleet.file.keeper);
    expect(got.status).toBe(503);
    expect(await got.json()).toEqual({
      detail: 'The report is not available at the moment. Try again in a moment.',
      code: 'record.report_unavailable',
    });
  });
});
