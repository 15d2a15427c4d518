import { contract } from '@roadworthy/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../../../platform/http/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { OwnPrivateUse } from './own/privacy-private-use-own.service.ts';
import { PrivateUseService } from './privacy-private-use.service.ts';

const calls = contract.privateUse;

/** Routes of private use. */
export function registerPrivateUse(app: FastifyInstance, services: Services): void {
  const rules = new PrivateUseService(services);
  const own = new OwnPrivateUse(services, rules);
  implement(app, calls.list, ({ viewer, query }) => rules.list(viewer, query));
  implement(app, calls.read, ({ viewer, params }) => rules.read(viewer, params.id));
  implement(app, calls.create, ({ viewer, body }) => rules.create(viewer, body));
  implement(app, calls.end, ({ viewer, params }) => rules.end(viewer, params.id));
  implement(app, calls.own, ({ viewer }) => own.read(viewer));
  implement(app, calls.switchOwn, ({ viewer, body }) => own.switch(viewer, body));
}
