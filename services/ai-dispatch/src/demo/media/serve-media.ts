import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Faults, FaultOrder } from '../faults.js';
import { playFault } from '../play-fault.js';
import { openaiProtocol } from '../protocols/openai-protocol.js';
import type { FilmJobs } from './film-jobs.js';
import { mediaPersonas, type MediaPersona } from './media-personas.js';
import { drawPicture } from './pictures.js';
import { sampleFilm, sampleVoice } from './samples.js';

interface MediaRequest {
  method: string;
  path: string;
  /** Read only when it is wanted. */
  body: () => Promise<unknown>;
}

interface Stage {
  faults: Faults;
  jobs: FilmJobs;
  speed: number;
}

const pictureOrder = z.object({ model: z.string(), prompt: z.string() });
const speechOrder = z.object({ model: z.string(), input: z.string().max(4096) });
const filmPath = /\/videos\/(video_[\w-]+)(\/content)?$/;

/** Answers what concerns pictures, sounds and films, in OpenAI's protocol; false for anything else. */
export async function serveMedia(request: MediaRequest, answer: ServerResponse, stage: Stage): Promise<boolean> {
  const { method, path } = request;
  const [, film, content] = filmPath.exec(path) ?? [];
  if (film !== undefined) await serveFilm(method, film, content !== undefined, answer, stage);
  else if (method !== 'POST') return false;
  else if (path.endsWith('/images/generations')) await serve('image', pictureOrder, request, answer, stage);
  else if (path.endsWith('/audio/speech')) await serve('audio', speechOrder, request, answer, stage);
  else if (path.endsWith('/videos')) await serve('video', pictureOrder, request, answer, stage);
  else return false;
  return true;
}

async function serve(
  category: MediaPersona['category'],
  order: typeof pictureOrder | typeof speechOrder,
  request: MediaRequest,
  answer: ServerResponse,
  { faults, jobs, speed }: Stage,
): Promise<void> {
  const { data } = order.safeParse(await request.body());
  if (!data) return sendJson(answer, 400, openaiProtocol.fault(400, 'The demo does not understand this request.'));
  const persona = mediaPersonas.find((each) => each.category === category && each.model === data.model);
  if (!persona) return sendJson(answer, 404, openaiProtocol.fault(404, 'The demo has no such model.'));
  const workMs = speed === 0 ? 0 : persona.workMs / speed;
  const fault = faults.next(data.model);
  if (fault && !isForLater(category, fault)) {
    const reply = { model: data.model, thread: [] };
    return playFault(fault, openaiProtocol, reply, answer, brokenAnswer(category));
  }
  if (category === 'video') {
    const id = jobs.create(data.model, workMs, fault?.fault);
    return sendJson(answer, 200, jobs.describe(id, jobs.find(id)!));
  }
  await sleep(workMs);
  if (category === 'audio') return send(answer, 'audio/wav', await sampleVoice());
  const picture = { b64_json: drawPicture('prompt' in data ? data.prompt : '').toString('base64') };
  sendJson(answer, 200, { created: Math.floor(Date.now() / 1000), output_format: 'png', data: [picture] });
}

async function serveFilm(method: string, id: string, isContent: boolean, answer: ServerResponse, stage: Stage) {
  const { jobs } = stage;
  const job = jobs.find(id);
  if (!job) return sendJson(answer, 404, openaiProtocol.fault(404, 'The demo has no such film.'));
  if (method === 'DELETE') {
    jobs.delete(id);
    return sendJson(answer, 200, { id, object: 'video.deleted', deleted: true });
  }
  if (!isContent) return sendJson(answer, 200, jobs.describe(id, job));
  if (jobs.describe(id, job).status !== 'completed') {
    return sendJson(answer, 404, openaiProtocol.fault(404, 'The film is not there yet.'));
  }
  if (job.fault === undefined) return send(answer, 'video/mp4', await sampleFilm());
  const order = { model: job.model, fault: job.fault, times: 1 };
  return playFault(order, openaiProtocol, { model: job.model, thread: [] }, answer, brokenAnswer('video'));
}

/** A film is ordered before it is fetched: what breaks an answer midway breaks the fetching. */
const isForLater = (category: string, { fault }: FaultOrder): boolean =>
  category === 'video' && ['hang', 'cut', 'malformed', 'silent-end', 'flood'].includes(fault);

function brokenAnswer(category: MediaPersona['category']) {
  const type = { image: 'application/json', audio: 'audio/wav', video: 'video/mp4' }[category];
  return {
    type,
    begin: category === 'image' ? '{"created":1,"data":[{"b64_json":"iVBORw0KGgo' : 'RIFFnot',
    empty: '{"data":[]}',
  };
}

function send(answer: ServerResponse, type: string, body: Buffer): void {
  answer.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
}

function sendJson(answer: ServerResponse, status: number, body: unknown): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
