import { type Agent, request } from 'node:http';
import { now } from '../processes/clock.js';
import { cutFrames, type Frame } from './frames.rules.js';

export interface StreamCall {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  agent: Agent;
  /** Called with each frame, and when its bytes arrived. */
  onFrame: (frame: Frame, at: number) => void;
}

/** Posts and reads the event stream that answers, to its end. */
export function postStream({ port, path, headers, body, agent, onFrame }: StreamCall) {
  return new Promise<void>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { ...headers, accept: 'text/event-stream' } },
      (response) => {
        let buffered = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          const at = now();
          const { frames, rest } = cutFrames(buffered + part);
          buffered = rest;
          for (const frame of frames) onFrame(frame, at);
        });
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 200) return resolve();
          reject(new Error(`POST ${path} answered ${response.statusCode}: ${buffered.slice(0, 300)}`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
