import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { HomeDriverService } from './driver/home-driver.service.ts';
import { HomeService } from './home.service.ts';

/** The overview of the home screen (area C). */
export function registerHome(app: FastifyInstance, services: Services): void {
  const home = new HomeService(services);
  const driver = new HomeDriverService(services);
  implement(app, contract.home.overview, ({ viewer }) => home.overview(viewer));
  implement(app, contract.home.driver, ({ viewer }) => driver.read(viewer));
}
