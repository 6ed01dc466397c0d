// Loaded by `--import` into each process of the product that `npm run chaos` starts. On an order of the instrument the process
// ends itself at a named point, as `kill -9` does, or its clock goes wrong. Without one it changes nothing.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StatementTrail, type Arming, type Order, type PointName, type PointSide } from './points.rules.js';

const require = createRequire(import.meta.url);
const { CHAOS_HITS: hits } = process.env;

const armed = new Map<string, Arming>();
let clockMs = 0;

/** Ends this process if it is told to end here, and no other process of its service was faster. */
function reach(points: readonly PointName[], side: PointSide): void {
  for (const { id, point } of armed.values()) {
    // Leases are released by who holds some and is told to end.
    if (point.name === 'release' && side === 'after' && points.includes('claim') && isFirst(`${id}.ending`))
      process.kill(process.pid, 'SIGTERM');
    if (point.side !== side || !points.includes(point.name)) continue;
    point.nth -= 1;
    if (point.nth > 0) continue;
    armed.delete(id);
    if (isFirst(id)) process.kill(process.pid, 'SIGKILL');
  }
}

/** Whether this process makes the file: of several that come at once, one does. */
function isFirst(name: string): boolean {
  try {
    writeFileSync(join(hits!, name), `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

type Answered = (...answer: unknown[]) => void;

function watchStatements(): void {
  const { Client } = require('pg') as { Client: { prototype: { query: (...args: unknown[]) => unknown } } };
  const trails = new WeakMap<object, StatementTrail>();
  const { query } = Client.prototype;
  Client.prototype.query = function (this: object, ...args) {
    const [statement] = args as [string | { text?: string; callback?: Answered } | undefined];
    const sql = typeof statement === 'string' ? statement : statement?.text;
    if (typeof sql !== 'string') return query.apply(this, args);
    const trail = trails.get(this) ?? new StatementTrail();
    trails.set(this, trail);
    const points = trail.next(sql);
    if (points.length === 0) return query.apply(this, args);
    reach(points, 'before');
    const noting =
      (callback: Answered): Answered =>
      (...answer) => {
        if (!answer[0]) reach(points, 'after');
        callback(...answer);
      };
    if (typeof statement === 'object' && statement.callback) {
      statement.callback = noting(statement.callback);
      return query.apply(this, args);
    }
    const last = args.length - 1;
    if (typeof args[last] === 'function') {
      args[last] = noting(args[last] as Answered);
      return query.apply(this, args);
    }
    const answer = query.apply(this, args) as Promise<unknown>;
    return answer.then((result) => {
      reach(points, 'after');
      return result;
    });
  };
}

function watchEvents(): void {
  type Publishing = { prototype: { publish: (...args: unknown[]) => Promise<unknown> } };
  const { JetStreamClientImpl } = require('nats/lib/jetstream/jsclient.js') as { JetStreamClientImpl: Publishing };
  const { publish } = JetStreamClientImpl.prototype;
  JetStreamClientImpl.prototype.publish = async function (...args) {
    reach(['publish'], 'before');
    const taken = await publish.apply(this, args);
    reach(['publish'], 'after');
    return taken;
  };
  type Acknowledging = { prototype: { ack: () => void } };
  const { JsMsgImpl } = require('nats/lib/jetstream/jsmsg.js') as { JsMsgImpl: Acknowledging };
  const { ack } = JsMsgImpl.prototype;
  JsMsgImpl.prototype.ack = function () {
    reach(['ack'], 'before');
    ack.call(this);
    // It is on its way when the socket has it.
    setImmediate(() => reach(['ack'], 'after'));
  };
}

/** The time of day, not the monotonic clock: that is what goes wrong on a machine. */
function watchClock(): void {
  const Real = Date;
  const now = () => Real.now() + clockMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new Real(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
  });
}

// Processes that a service starts for a task of its own inherit the environment, not the channel.
if (hits !== undefined && process.send) {
  watchStatements();
  watchEvents();
  watchClock();
  process.on('message', (order: Order) => {
    if ('arm' in order) armed.set(order.arm.id, order.arm);
    else if ('disarm' in order) armed.delete(order.disarm);
    else clockMs = order.clockMs;
  });
  process.channel?.unref();
}
