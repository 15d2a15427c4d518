import sharp from 'sharp';
import { type ApiServer, withApiServer } from './api-server.ts';
import { type BenchRow, row } from './track.ts';
import { makeBenchFleet } from './track-fleet.ts';

const PHOTOGRAPHS = 10;
const LIMIT_MS = 300;
const WARM_UPS = 3;
const ROUNDS = 40;
/** As phones take them: twelve megapixels. */
const WIDTH_PX = 4000;
const HEIGHT_PX = 3000;
const VEHICLE = 2;

/** A photograph with as much detail as one of a wheel arch. */
async function photograph(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: WIDTH_PX / 4,
      height: HEIGHT_PX / 4,
      channels: 3,
      background: '#777777',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  return sharp(noise).resize(WIDTH_PX, HEIGHT_PX).jpeg({ quality: 85 }).toBuffer();
}

/** Sends an inspection with its photographs, as a companion app does. Returns its id. */
async function sendInspection({ url }: ApiServer, token: string): Promise<number> {
  const items = ['Steering', 'Suspension', 'Lights', 'Wipers', 'Horn', 'Mirrors'].flatMap((name) =>
    ['In the cab', 'Ground level and below', 'Brakes', 'Other'].map((section) => ({
      section,
      name,
      result: 'ok',
    })),
  );
  const tyres = Array.from({ length: 6 }, (_, n) => ({
    position: `Axle ${n}`,
    tread_mm: 6,
    pressure_kpa: 800,
  }));
  const fields = {
    vehicle: String(VEHICLE),
    inspected_at: new Date().toISOString(),
    inspector: 'Ines Mott',
    items: JSON.stringify(items),
    tyres: JSON.stringify(tyres),
    brake_method: 'roller',
    brake_service: '58',
    brake_secondary: '31',
    brake_parking: '21',
    is_roadworthy: 'true',
    declaration: 'This vehicle is in a safe and roadworthy condition.',
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const photo = await photograph();
  for (let n = 0; n < PHOTOGRAPHS; n += 1) body.append('photos', new Blob([photo]), `${n}.jpg`);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/safety-inspection/api/inspections/`, {
    method: 'POST',
    headers,
    body,
  });
  const { id } = (await answer.json()) as { id?: number };
  if (id === undefined) throw new Error(`The inspection was answered ${answer.status}.`);
  return id;
}

/** The report of a safety inspection with ten photographs, over HTTP, one after another. */
export async function benchInspectionPdf(): Promise<BenchRow[]> {
  return withApiServer(async (server) => {
    const { userId } = await makeBenchFleet(server.pool, 10);
    await server.pool.query(`insert into user_modules values ($1, 'Vehicle File')`, [userId]);
    const token = await server.issue(userId);
    const id = await sendInspection(server, token);
    const headers = { authorization: `Bearer ${token}` };
    const timesMs: number[] = [];
    let bytes = 0;
    for (let n = 0; n < WARM_UPS + ROUNDS; n += 1) {
      const startedMs = performance.now();
      const answer = await fetch(`${server.url}/safety-inspection/api/report_pdf/${id}/`, {
        headers,
      });
      bytes = (await answer.arrayBuffer()).byteLength;
      if (answer.status !== 200) throw new Error(`The report was answered ${answer.status}.`);
      if (n >= WARM_UPS) timesMs.push(performance.now() - startedMs);
    }
    timesMs.sort((a, b) => a - b);
    const p95 = timesMs[Math.ceil(ROUNDS * 0.95) - 1] ?? 0;
    const what = `an inspection PDF with ten photographs (${(bytes / 1e6).toFixed(1)} MB), p95`;
    return [row(what, p95, 'ms', LIMIT_MS)];
  });
}
