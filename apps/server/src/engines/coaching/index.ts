export { type ComparedEvents, coachingEffect } from './effect.ts';
