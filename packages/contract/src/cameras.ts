import { endpoint } from './endpoint.ts';
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
    summary: 'The vehicles in scope that have cameras.',
    access: READ,
    answer: paged(shape.activeDevice),
  }),
  cameras: endpoint({
    method: 'GET',
    path: '/video-evidence/api/cameras/',
    ids: ['F-P02'],
    summary: 'Every camera, for administrators.',
    access: ADMINISTRATOR,
    query: pagedQuery(['registration', 'name']),
    answer: paged(shape.camera),
  }),
  createCamera: endpoint({
    method: 'POST',
    path: '/video-evidence/api/cameras/',
    ids: ['F-P02'],
    summary: 'A camera of a vehicle.',
    access: ADMINISTRATOR,
    body: shape.cameraBody,
    answer: shape.camera,
    status: 201,
  }),
  changeCamera: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/cameras/{id}/',
    ids: ['F-P02'],
    summary: 'Changes a camera.',
    access: ADMINISTRATOR,
    params: byId,
    body: shape.cameraBody,
    answer: shape.camera,
  }),
  removeCamera: endpoint({
    method: 'DELETE',
    path: '/video-evidence/api/cameras/{id}/',
    ids: ['F-P02'],
    summary: 'Removes a camera; its clips stay.',
    access: ADMINISTRATOR,
    params: byId,
  }),
} as const;
