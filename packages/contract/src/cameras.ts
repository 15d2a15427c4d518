import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idText } from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import * as shape from './video-recorded-shapes.ts';

const READ = { kind: 'module', anyOf: ['videos'] } as const;
const ADMINISTRATOR = { kind: 'administrator' } as const;

/** Cameras of vehicles (area F; R-095). */
export const cameras = {
  activeDevices: endpoint({
    method: 'GET',
    path: '/api/active_devices/',
    ids: ['R-095', 'F-43', 'F-P02'],
    summary: 'List the visible vehicles that have cameras.',
    access: READ,
    answer: paged(shape.activeDevice),
  }),
  states: endpoint({
    method: 'GET',
    path: '/video-evidence/api/camera_states/',
    ids: ['F-P02'],
    summary: 'List the visible vehicles with cameras, with their last contact and state.',
    access: READ,
    query: pagedQuery(['last_seen', 'registration']).extend({
      state: z.enum(['online', 'offline']).optional(),
      vehicle: idText.optional(),
    }),
    answer: paged(shape.cameraState),
  }),
  cameras: endpoint({
    method: 'GET',
    path: '/video-evidence/api/cameras/',
    ids: ['F-P02'],
    summary: 'List all cameras.',
    access: ADMINISTRATOR,
    query: pagedQuery(['registration', 'name']),
    answer: paged(shape.camera),
  }),
  createCamera: endpoint({
    method: 'POST',
    path: '/video-evidence/api/cameras/',
    ids: ['F-P02'],
    summary: 'Create a camera of a vehicle.',
    access: ADMINISTRATOR,
    body: shape.cameraBody,
    answer: shape.camera,
    status: 201,
  }),
  changeCamera: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/cameras/{id}/',
    ids: ['F-P02'],
    summary: 'Update a camera.',
    access: ADMINISTRATOR,
    params: byId,
    body: shape.cameraBody,
    answer: shape.camera,
  }),
  removeCamera: endpoint({
    method: 'DELETE',
    path: '/video-evidence/api/cameras/{id}/',
    ids: ['F-P02'],
    summary: 'Delete a camera. Its clips stay.',
    access: ADMINISTRATOR,
    params: byId,
  }),
} as const;
