import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FaultName } from '../faults.js';

interface Job {
  model: string;
  startedAt: number;
  workMs: number;
  fault?: FaultName | undefined;
}

const maxJobs = 200;

/** Films take a while: they are ordered, polled, fetched, and forgotten when they are cancelled. */
export class FilmJobs {
  private readonly jobs = new LRUCache<string, Job>({ max: maxJobs });

  constructor(private readonly now: () => number = Date.now) {}

  create(model: string, workMs: number, fault?: FaultName): string {
    const id = `video_${randomUUID()}`;
    this.jobs.set(id, { model, workMs, fault, startedAt: this.now() });
    return id;
  }

  find(id: string): Job | undefined {
    return this.jobs.get(id);
  }

  delete(id: string): boolean {
    return this.jobs.delete(id);
  }

  /** The job in the vendor's format. */
  describe(id: string, job: Job) {
    const share = job.workMs === 0 ? 1 : Math.min(1, (this.now() - job.startedAt) / job.workMs);
    const common = {
      id,
      object: 'video',
      model: job.model,
      created_at: Math.floor(job.startedAt / 1000),
      seconds: '4',
    };
    if (job.fault === 'hang') return { ...common, status: 'in_progress', progress: 0 };
    if (job.fault === 'silent-end' && share === 1) {
      return {
        ...common,
        status: 'failed',
        progress: 100,
        error: { code: 'video_generation_failed', message: 'Told to.' },
      };
    }
    if (share === 1) return { ...common, status: 'completed', progress: 100 };
    return { ...common, status: share === 0 ? 'queued' : 'in_progress', progress: Math.floor(share * 100) };
  }
}
