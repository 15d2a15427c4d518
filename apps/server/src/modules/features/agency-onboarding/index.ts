import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { AgenciesService } from './agencies/agency-onboarding-agencies.service.ts';
import {
  registerOnboardingLinkRoutes,
  registerOnboardingRoutes,
} from './agency-onboarding.routes.ts';
import { AgencyOnboardingService } from './agency-onboarding.service.ts';
import { AgencyOnboardingDecisions } from './decisions/agency-onboarding-decisions.service.ts';
import { AgencyOnboardingLinks } from './links/agency-onboarding-links.service.ts';
import { AgencyTermsService } from './terms/agency-onboarding-terms.service.ts';

/** Onboarding of agency drivers; the links of drivers in a separate Fastify scope that accepts multipart bodies. */
export function registerAgencyOnboarding(app: FastifyInstance, services: Services): void {
  const onboardings = new AgencyOnboardingService(services);
  registerOnboardingRoutes(app, {
    onboardings,
    decisions: new AgencyOnboardingDecisions(onboardings),
    agencies: new AgenciesService(services.db),
    terms: new AgencyTermsService(services.db),
  });
  app.register(async (scope) => {
    await scope.register(multipart);
    registerOnboardingLinkRoutes(scope, services.files, new AgencyOnboardingLinks(services));
  });
}
