export { type CoachingEffect, type ComparedEvents, coachingEffect } from './effect.ts';
