import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/** What the stub answers instead of a vehicle; `slow` never answers. */
export type StubAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | 'slow'
  | 'malformed';

const CLIENT = { id: 'client', secret: 'secret', scope: 'https://tapi.dvsa.gov.uk/.default' };
const KEYS = { dvla: 'dvla-key', dvsa: 'dvsa-key', drivers: 'driver-key' };
const DRIVER_USER = { userName: 'fleet', password: 'first-password' };

/**
 * The DVLA vehicle enquiry and the DVSA MOT history as their descriptions say, with vehicles of the test.
 * It refuses each request that the descriptions do not allow.
 */
export class OfficialStub {
  /** Answers of the vehicle enquiry and of the MOT history by registration. */
  readonly dvla = new Map<string, object>();
  readonly dvsa = new Map<string, object>();
  /** Answers of the driver data by licence number. */
  readonly drivers = new Map<string, object>();
  /** Answers that come instead, by "dvla", "dvsa" or "token", or by such a name and a registration. */
  readonly instead = new Map<string, StubAnswer>();
  /** The requests, as "dvla AA19AAA". */
  readonly asked: string[] = [];
  keys = { ...KEYS };
  #tokens = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  /** Forgets the requests and all answers. */
  clear(): void {
    this.asked.length = 0;
    for (const answers of [this.dvla, this.dvsa, this.drivers, this.instead]) answers.clear();
  }

  /** Revokes the tokens that were given out. */
  revokeTokens(): void {
    this.#tokens += 1;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a server that uses this stub. */
  variables(): Record<string, string> {
    return {
      DVLA_VEHICLE_URL: `${this.url}/dvla`,
      DVLA_VEHICLE_KEY: KEYS.dvla,
      DVLA_VEHICLE_PER_SECOND: '100',
      DVSA_MOT_URL: `${this.url}/dvsa`,
      DVSA_MOT_TOKEN_URL: `${this.url}/token`,
      DVSA_MOT_CLIENT_ID: CLIENT.id,
      DVSA_MOT_CLIENT_SECRET: CLIENT.secret,
      DVSA_MOT_KEY: KEYS.dvsa,
      DVSA_MOT_PER_SECOND: '100',
      DVLA_DRIVER_URL: `${this.url}/drivers`,
      DVLA_DRIVER_KEY: KEYS.drivers,
      DVLA_DRIVER_USER: DRIVER_USER.userName,
      DVLA_DRIVER_PASSWORD: DRIVER_USER.password,
      DVLA_DRIVER_PER_SECOND: '100',
      OFFICIAL_DATA_TIMEOUT_S: '1',
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(value));
    };
    const instead = (...names: string[]) => {
      const answer = names.map((name) => this.instead.get(name)).find((one) => one !== undefined);
      if (answer === undefined) return false;
      if (answer === 'slow') return true;
      if (answer === 'malformed') response.end('<html>{');
      else send(answer.status, answer.body ?? {}, answer.headers);
      return true;
    };
    const path = `${request.method} ${request.url}`;
    if (path === 'POST /token') {
      this.asked.push('token');
      if (instead('token')) return;
      const form = new URLSearchParams(body);
      const isKnown =
        form.get('grant_type') === 'client_credentials' &&
        form.get('client_id') === CLIENT.id &&
        form.get('client_secret') === CLIENT.secret &&
        form.get('scope') === CLIENT.scope;
      if (!isKnown) return send(400, { error: 'invalid_client' });
      return send(200, { token_type: 'Bearer', expires_in: 3599, access_token: this.#token() });
    }
    if (path === 'POST /dvla/vehicle-enquiry/v1/vehicles') {
      const plate = String(
        (JSON.parse(body) as { registrationNumber?: unknown }).registrationNumber,
      );
      this.asked.push(`dvla ${plate}`);
      if (request.headers['x-api-key'] !== this.keys.dvla)
        return send(403, { message: 'Forbidden' });
      if (instead(`dvla ${plate}`, 'dvla')) return;
      const error = { status: '404', code: '404', title: 'Vehicle Not Found' };
      const found = this.dvla.get(plate);
      return found === undefined ? send(404, { errors: [error] }) : send(200, found);
    }
    if (path === 'POST /drivers/thirdparty-access/v1/authenticate') {
      this.asked.push('authenticate');
      if (instead('authenticate')) return;
      const { password, userName } = JSON.parse(body) as typeof DRIVER_USER;
      const isKnown = userName === DRIVER_USER.userName && password === DRIVER_USER.password;
      return isKnown
        ? send(200, { 'id-token': this.#token() })
        : send(401, { errors: [{ status: '401', title: 'Authentication Failure' }] });
    }
    if (path === 'POST /drivers/full-driver-enquiry/v1/driving-licences/retrieve') {
      const { drivingLicenceNumber: number } = JSON.parse(body) as { drivingLicenceNumber: string };
      this.asked.push(`driver ${number}`);
      const isAllowed =
        request.headers['x-api-key'] === this.keys.drivers &&
        request.headers.authorization === this.#token();
      if (!isAllowed) return send(401, { message: 'Unauthorized' });
      if (instead('driver')) return;
      const found = this.drivers.get(number);
      return found === undefined
        ? send(404, { errors: [{ status: '404', code: 'ENQ007', title: 'Driver not found' }] })
        : send(200, found);
    }
    const plate = /^GET \/dvsa\/v1\/trade\/vehicles\/registration\/([A-Z0-9]+)$/.exec(path)?.[1];
    if (plate === undefined) return send(500, {});
    this.asked.push(`dvsa ${plate}`);
    const isAllowed =
      request.headers['x-api-key'] === this.keys.dvsa &&
      request.headers.authorization === `Bearer ${this.#token()}`;
    if (!isAllowed) return send(403, { errorCode: 'MOTH-FB-02' });
    if (instead(`dvsa ${plate}`, 'dvsa')) return;
    const found = this.dvsa.get(plate);
    if (found === undefined)
      return send(404, { errorCode: 'MOTH-NF-01', errorMessage: 'Not found' });
    send(200, found);
  }

  #token(): string {
    return `token-${this.#tokens}`;
  }
}

/** A vehicle of the vehicle enquiry, as its test environment answers. */
export const enquired = (registrationNumber: string, changed: object = {}) => ({
  registrationNumber,
  taxStatus: 'Taxed',
  taxDueDate: '2027-03-01',
  motStatus: 'Valid',
  motExpiryDate: '2027-05-20',
  make: 'DAF',
  colour: 'WHITE',
  yearOfManufacture: 2019,
  fuelType: 'DIESEL',
  engineCapacity: 10837,
  co2Emissions: 0,
  revenueWeight: 44000,
  markedForExport: false,
  dateOfLastV5CIssued: '2022-06-01',
  typeApproval: 'N3',
  wheelplan: '3 AXLE RIGID BODY',
  euroStatus: 'EURO 6',
  monthOfFirstRegistration: '2019-05',
  ...changed,
});

/** A vehicle of the MOT history with two tests. */
export const tested = (registration: string, changed: object = {}) => ({
  registration,
  make: 'DAF',
  model: 'CF',
  firstUsedDate: '2019-05-20',
  fuelType: 'Diesel',
  primaryColour: 'White',
  registrationDate: '2019-05-20',
  manufactureDate: '2019-01-01',
  engineSize: '10837',
  hasOutstandingRecall: 'No',
  motTests: [
    {
      completedDate: '2026-05-18T09:30:00.000Z',
      testResult: 'PASSED',
      expiryDate: '2027-05-20',
      odometerValue: '250000',
      odometerUnit: 'MI',
      odometerResultType: 'READ',
      motTestNumber: '123456789012',
      dataSource: 'DVSA',
      defects: [{ text: 'Tyre worn close to legal limit', type: 'ADVISORY', dangerous: false }],
    },
    {
      completedDate: '2026-05-18T08:10:00.000Z',
      testResult: 'FAILED',
      odometerValue: '402000',
      odometerUnit: 'KM',
      odometerResultType: 'READ',
      motTestNumber: '123456789011',
      dataSource: 'DVSA',
      defects: [{ text: 'Service brake: excessive imbalance', type: 'DANGEROUS', dangerous: true }],
    },
  ],
  ...changed,
});

/** A licence as the driver data answer, with categories, endorsements and an address that is not stored. */
export const licensed = (drivingLicenceNumber: string, changed: object = {}) => ({
  driver: {
    drivingLicenceNumber,
    firstNames: 'ANN',
    lastName: 'MILES',
    gender: 'Female',
    dateOfBirth: '1980-10-26',
    address: { unstructuredAddress: { line1: '78 TEST STREET', postcode: 'NR30 4BH' } },
  },
  licence: { type: 'Full', status: 'Valid' },
  entitlement: [
    { categoryCode: 'B', categoryType: 'Full', fromDate: '2000-01-01', expiryDate: '2050-10-25' },
    {
      categoryCode: 'C',
      categoryType: 'Full',
      fromDate: '2010-01-01',
      expiryDate: '2031-10-25',
      restrictions: [{ restrictionCode: '79(03)', restrictionLiteral: 'Restricted to tricycles' }],
    },
    { categoryCode: 'D', categoryType: 'Provisional', fromDate: '2010-01-01' },
  ],
  endorsements: [],
  token: { validFromDate: '2021-04-11', validToDate: '2031-04-10', issueNumber: '69' },
  ...changed,
});

/** A stub for the tests of a file, which is empty before each test. */
export function withOfficialStub(): OfficialStub {
  const stub = new OfficialStub();
  beforeAll(() => stub.start());
  beforeEach(() => stub.clear());
  afterAll(() => stub.stop());
  return stub;
}
