import {
  Bell,
  CameraOff,
  Disc3,
  LifeBuoy,
  Megaphone,
  PackageMinus,
  RadioTower,
  SearchCheck,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
import { cardsOfPart } from './home-card.ts';

/** Cards of the workshop, and of what devices report. */
export const STATE_CARDS = [
  cardsOfPart('brake_tests', (brakes) => [
    {
      key: 'brakeTests',
      icon: Disc3,
      count: brakes.overdue,
      tone: 'act',
      to: '/inspections',
      search: { list: 'brakes', state: 'overdue' },
    },
  ]),
  cardsOfPart('parts', (parts) => [
    {
      key: 'parts',
      icon: PackageMinus,
      count: parts.short,
      tone: 'watch',
      to: '/parts',
      search: { short: 'true' },
    },
  ]),
  cardsOfPart('tyres', (tyres) => [
    {
      key: 'tyresNow',
      icon: LifeBuoy,
      count: tyres.now,
      tone: 'act',
      to: '/tyres',
      search: { due: tyres.now === 0 ? 'soon' : 'now' },
      details: [{ key: 'tyresSoon', count: tyres.soon, to: '/tyres', search: { due: 'soon' } }],
    },
  ]),
  cardsOfPart('faults', (faults) => [
    {
      key: 'faults',
      icon: TriangleAlert,
      count: faults.open,
      tone: 'watch',
      to: '/faults',
      search: { state: 'open' },
    },
  ]),
  cardsOfPart('recalls', (recalls) => [
    {
      key: 'recalls',
      icon: Megaphone,
      count: recalls.overdue,
      tone: 'act',
      to: '/work-orders/campaigns',
      search: { safety: 'true', state: recalls.overdue === 0 ? 'unfinished' : 'overdue' },
      details: [
        {
          key: 'recallsOpen',
          count: recalls.open,
          to: '/work-orders/campaigns',
          search: { safety: 'true', state: 'unfinished' },
        },
      ],
    },
  ]),
  cardsOfPart('investigations', (investigations) => [
    {
      key: 'investigations',
      icon: SearchCheck,
      count: investigations.open,
      tone: 'watch',
      to: '/vehicle-file/activity',
      search: {
        startDate: investigations.start_date,
        endDate: investigations.end_date,
        documentDates: '1',
        audit: '1',
        pending: '1',
        type: '0',
        depot: '0',
        vehicleId: 'all',
      },
    },
  ]),
  cardsOfPart('vehicles', (vehicles) => [
    {
      key: 'offline',
      icon: RadioTower,
      count: vehicles.offline,
      tone: 'watch',
      to: '/telematics/track',
      search: { states: 'offline' },
      hasText: true,
      details: [{ key: 'ofVehicles', count: vehicles.total, to: '/telematics/track' }],
    },
  ]),
  cardsOfPart('cameras', (cameras) => [
    {
      key: 'camerasOffline',
      icon: CameraOff,
      count: cameras.offline,
      tone: 'watch',
      to: '/video/cameras',
      search: { state: 'offline' },
      hasText: true,
      details: [{ key: 'ofVehicles', count: cameras.total, to: '/video/cameras' }],
    },
  ]),
  cardsOfPart('events', (events) => [
    {
      key: 'events',
      icon: ShieldAlert,
      count: events.to_review,
      tone: 'watch',
      to: '/events/activity',
      search: {
        vehicleId: 'all',
        startDate: events.start_date,
        endDate: events.end_date,
        state: 'new',
        severity: 'serious',
      },
    },
  ]),
  cardsOfPart('alerts', (alerts) => [
    {
      key: 'alerts',
      icon: Bell,
      count: alerts.unread,
      tone: 'watch',
      to: '/events/alerts',
    },
  ]),
];
