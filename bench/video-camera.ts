import { SimulatedCamera } from '@roadworthy/simulator';

/* One simulated dash camera in a process of its own: `video-camera.js port number`. */

const [, , port = '', number = ''] = process.argv;
const camera = new SimulatedCamera({
  host: '127.0.0.1',
  port: Number(port),
  number,
  channels: 1,
  encoder: 'best',
});
await camera.connect();
process.send?.('connected');
process.on('disconnect', () => process.exit(0));
