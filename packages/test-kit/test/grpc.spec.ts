import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BroadcastsServiceDefinition,
  Role,
  UsersServiceDefinition,
  type BroadcastEvent,
  type User,
} from '@polylogue/proto';
import {
  AppError,
  currentContext,
  errorKinds,
  grpcClient,
  newContext,
  runInContext,
  type CallContext,
  type ErrorKind,
  type GrpcClient,
} from '@polylogue/service-kit';
import { aUser, callerToken, freePort, startSlice, testSigner, until, type RunningSlice } from '../src/index.js';
import { sample, script } from './slice/sample.service.js';

describe.each([
  { way: 'over the wire', isLocal: false },
  { way: 'within the process', isLocal: true },
])('calls $way', ({ isLocal }) => {
  let slice: RunningSlice;
  let users: GrpcClient<typeof UsersServiceDefinition>;
  let broadcasts: GrpcClient<typeof BroadcastsServiceDefinition>;
  const logged: Record<string, unknown>[] = [];

  beforeAll(async () => {
    slice = await startSlice(sample, { isLocal, onLog: (line) => logged.push(line) });
    users = slice.client(UsersServiceDefinition);
    broadcasts = slice.client(BroadcastsServiceDefinition);
  });
  afterAll(() => slice.close());
  beforeEach(() => {
    logged.length = 0;
    Object.assign(script, { getAccess: undefined, cancelBroadcast: undefined, sendMessage: undefined });
  });

  const user: User = {
    id: 'u',
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: '',
    role: Role.ADMIN,
    isApproved: true,
    isBlocked: false,
    createdAt: new Date('2026-02-28T12:34:56.789Z'),
  };
  const event = (id: number, text = ''): BroadcastEvent => ({
    id,
    event: { $case: 'delta', delta: { aiService: 'one', messageId: 'm', text } },
  });
  const wish = { message: 'hello', aiServices: ['one'], mode: 'MODE_BROADCAST' as never };

  /** On the line UNAUTHENTICATED (16); whoever waits for it is told that the service is not available. */
  const notBelieved = { kind: 'unavailable', code: 'service_unavailable', cause: { code: 16 } };

  async function failureOf(work: Promise<unknown>): Promise<AppError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!AppError.is(error)) throw new Error(`not an AppError: ${String(error)}`);
    return error;
  }

  describe('errors over gRPC', () => {
    it.each(Object.keys(errorKinds) as ErrorKind[])(
      '%s arrives with kind, code, sentence, issues and wait',
      async (kind) => {
        const issues = [{ path: 'schedule.cron', message: 'Fünf Felder, bitte' }];
        script.getAccess = () => {
          throw new AppError(kind, 'some_code', 'A sentence with ümläuts.', { issues, retryAfterSeconds: 7 });
        };
        const error = await failureOf(users.getAccess({ userId: 'u' }));
        expect(error).toMatchObject({
          kind,
          code: 'some_code',
          sentence: 'A sentence with ümläuts.',
          retryAfterSeconds: 7,
        });
        expect(error.issues).toEqual(issues);
        expect(error.httpStatus).toBe(errorKinds[kind].http);
      },
    );

    it('passes nothing on of an unexpected error and logs it once with its stack', async () => {
      script.getAccess = () => Promise.reject(new TypeError('secret detail'));
      const error = await failureOf(users.getAccess({ userId: 'u' }));
      expect(error).toMatchObject({ kind: 'internal', code: 'internal' });
      expect(error.message).not.toContain('secret');
      const lines = logged.filter(({ level }) => level === 'error');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({
        err: { message: 'secret detail', stack: expect.stringContaining('grpc.spec') },
      });
    });

    it('is told that it was at fault where the database cannot store what it sent, and only there', async () => {
      script.getAccess = () => {
        throw Object.assign(new Error('query failed'), { driverError: { code: '22021' } });
      };
      expect(await failureOf(users.getAccess({ userId: 'a\0b' }))).toMatchObject({ kind: 'invalid' });
      expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
      expect(await failureOf(users.getAccess({ userId: 'u' }))).toMatchObject({ kind: 'internal' });
      expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
    });

    it('fails a stream halfway with the same error', async () => {
      script.sendMessage = async function* () {
        yield event(1);
        throw new AppError('not_found', 'gone', 'It is gone.');
      };
      const seen: number[] = [];
      const read = async () => {
        for await (const each of broadcasts.sendMessage(wish)) seen.push(each.id);
      };
      expect(await failureOf(read())).toMatchObject({ kind: 'not_found', code: 'gone' });
      expect(seen).toEqual([1]);
    });

    it('ends and logs a call whose answer does not fit its message', async () => {
      let returned = false;
      script.sendMessage = async function* () {
        try {
          for (;;) {
            yield event(0.5);
            await new Promise(setImmediate);
          }
        } finally {
          returned = true;
        }
      };
      const read = async () => {
        for await (const each of broadcasts.sendMessage(wish)) expect(each).toBeUndefined();
      };
      expect(await failureOf(read())).toMatchObject({ kind: 'internal' });
      await until(() => returned);
      script.cancelBroadcast = () => Promise.resolve(0.5);
      const call = broadcasts.cancelBroadcast({ broadcastId: 'b', aiServices: [] });
      expect(await failureOf(call)).toMatchObject({ kind: 'internal' });
      expect(logged.filter(({ level }) => level === 'error').map(({ rpc }) => rpc)).toEqual([
        '/conversation.v1.BroadcastsService/SendMessage',
        '/conversation.v1.BroadcastsService/CancelBroadcast',
      ]);
    });

    it('names a service that is away as unavailable', async () => {
      const client = grpcClient(UsersServiceDefinition, { url: `127.0.0.1:${await freePort()}`, signer: testSigner() });
      expect(await failureOf(client.getAccess({ userId: 'u' }))).toMatchObject({
        kind: 'unavailable',
        code: 'service_unavailable',
        sentence: expect.stringContaining('The admin service'),
      });
      client.close();
    });
  });

  describe('messages', () => {
    it('keep a date, an enum and an absent optional', async () => {
      script.getAccess = () => Promise.resolve(user);
      const answer = await users.getAccess({ userId: 'u' });
      expect(answer).toEqual({ ...user, profileImageUrl: undefined, lastLoginAt: undefined });
    });

    it('keep an int64 beyond 32 bits', async () => {
      const afterId = Number.MAX_SAFE_INTEGER;
      const events = broadcasts.resumeBroadcast({ broadcastId: 'b', afterId });
      for await (const { id, event: absent } of events) expect([id, absent]).toEqual([afterId, undefined]);
    });

    it('may weigh more than the usual 4 MiB', async () => {
      const message = 'x'.repeat(6 * 1024 * 1024);
      script.sendMessage = async function* (request) {
        yield event(1, request.message);
      };
      for await (const { event: delta } of broadcasts.sendMessage({ ...wish, message })) {
        expect(delta?.$case === 'delta' && delta.delta.text.length).toBe(message.length);
      }
    });
  });

  describe('cancelling', () => {
    it('reaches a generator that waits: its signal aborts and it is returned', async () => {
      const ended: string[] = [];
      script.sendMessage = async function* (_request, call) {
        try {
          yield event(1);
          await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
          ended.push('aborted');
        } finally {
          ended.push('returned');
        }
      };
      const stream = broadcasts.sendMessage(wish)[Symbol.asyncIterator]();
      await stream.next();
      const waiting = stream.next();
      await stream.return?.();
      expect(await waiting).toEqual({ value: undefined, done: true });
      await until(() => ended.length === 2);
      expect(ended).toEqual(['aborted', 'returned']);
    });

    it('by a signal rejects with its reason and reaches the handler of a unary call', async () => {
      let aborted = false;
      const begun = new Promise<void>((resolve) => {
        script.cancelBroadcast = (_request, call) =>
          new Promise((answer) => {
            call.signal.addEventListener('abort', () => {
              aborted = true;
              answer(0);
            });
            resolve();
          });
      });
      const cancel = new AbortController();
      const call = broadcasts.cancelBroadcast({ broadcastId: 'b', aiServices: [] }, { signal: cancel.signal });
      await begun;
      cancel.abort(new Error('stop'));
      await expect(call).rejects.toThrow('stop');
      await until(() => aborted);
    });

    it('does not pull a generator faster than the wire takes it', async () => {
      let made = 0;
      script.sendMessage = async function* () {
        for (;;) yield event(++made, 'x'.repeat(64 * 1024));
      };
      const stream = broadcasts.sendMessage(wish)[Symbol.asyncIterator]();
      await stream.next();
      let before = -1;
      await until(async () => {
        const still = made === before;
        before = made;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return still && made === before;
      });
      expect(made).toBeLessThan(500);
      await stream.return?.();
    });

    it('a deadline ends the call as unavailable and aborts the handler', async () => {
      let seen: CallContext | undefined;
      script.cancelBroadcast = (_request, call) => {
        seen = call;
        return new Promise(() => {});
      };
      const call = broadcasts.cancelBroadcast({ broadcastId: 'b', aiServices: [] }, { deadlineMs: 1_000 });
      expect(await failureOf(call)).toMatchObject({ kind: 'unavailable', code: 'deadline_exceeded' });
      expect(seen?.deadline?.getTime()).toBeLessThan(Date.now() + 1000);
      await until(() => seen?.signal.aborted);
    });
  });

  describe('a stream handed on message by message', () => {
    it('comes in order, whole, and resolves at its end', async () => {
      script.sendMessage = async function* () {
        // A message that was too long for the room there was is written between two that fit.
        for (const text of ['one', 'x'.repeat(100_000), 'three']) yield await Promise.resolve(event(text.length, text));
      };
      const taken: BroadcastEvent[] = [];
      await broadcasts.sendMessage(wish).forEach((each) => void taken.push(each));
      expect(taken).toEqual([event(3, 'one'), event(100_000, 'x'.repeat(100_000)), event(5, 'three')]);
    });

    it('rejects with the error that ends it, after what came before', async () => {
      script.sendMessage = async function* () {
        yield await Promise.resolve(event(1));
        throw new AppError('unavailable', 'shutting_down', 'The service is restarting.');
      };
      const taken: number[] = [];
      const error = await failureOf(broadcasts.sendMessage(wish).forEach(({ id }) => void taken.push(id)));
      expect(error).toMatchObject({ code: 'shutting_down' });
      expect(taken).toEqual([1]);
    });

    it.each([
      ['the signal aborts', (cancel: AbortController) => cancel.abort(new Error('enough'))],
      [
        'taking a message fails',
        () => {
          throw new Error('enough');
        },
      ],
    ])('stops when %s, and its handler knows', async (_when, stop) => {
      let seen: CallContext | undefined;
      script.sendMessage = async function* (_request, call) {
        seen = call;
        for (let id = 1; ; id += 1) {
          yield event(id);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const cancel = new AbortController();
      const taken: number[] = [];
      const reading = broadcasts.sendMessage(wish, { signal: cancel.signal }).forEach(({ id }) => {
        taken.push(id);
        if (id === 2) stop(cancel);
      });
      await expect(reading).rejects.toThrow('enough');
      await until(() => seen?.signal.aborted);
      expect(taken).toEqual([1, 2]);
    });

    it('arrives in the context of its reader, not in that of its server', async () => {
      script.sendMessage = async function* () {
        for (const id of [1, 2, 3]) {
          await new Promise((resolve) => setImmediate(resolve));
          yield event(id);
        }
      };
      const context = newContext();
      const seen: unknown[] = [];
      await runInContext(context, () =>
        broadcasts
          .sendMessage(wish, { callerToken: callerToken(aUser()) })
          .forEach(() => void seen.push(currentContext())),
      );
      expect(seen.map((each) => each === context)).toEqual([true, true, true]);
    });

    it('is not begun when its signal has aborted', async () => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(broadcasts.sendMessage(wish, { signal }).forEach(() => undefined)).rejects.toThrow('too late');
    });
  });

  describe('who calls', () => {
    it('is the signed user; x-user headers are nothing', async () => {
      let seen: CallContext | undefined;
      script.getAccess = (_request, call) => {
        seen = call;
        return Promise.resolve(user);
      };
      const me = aUser({ isApproved: false });
      await users.getAccess({ userId: 'u' }, { callerToken: callerToken(me) });
      expect(seen?.caller).toMatchObject({ ...me, issuer: 'gateway', onBehalfOf: false });
      expect(() => seen?.mustHaveCaller().mustBeApproved()).toThrow(
        expect.objectContaining({ code: 'approval_required' }),
      );
      expect(() => seen?.mustHaveCaller().mustBeAdmin()).toThrow(expect.objectContaining({ code: 'admin_required' }));
      await users.getAccess({ userId: 'u' }, { callerToken: callerToken(me, 'scheduler') });
      expect(seen?.caller).toMatchObject({ issuer: 'scheduler', onBehalfOf: true });
    });

    it('may be a service on behalf of no user', async () => {
      let seen: CallContext | undefined;
      script.getAccess = (_request, call) => {
        seen = call;
        return Promise.resolve(user);
      };
      await users.getAccess({ userId: 'u' });
      expect([seen?.caller, seen?.issuer]).toEqual([undefined, 'gateway']);
      expect(() => seen?.mustHaveCaller()).toThrow(expect.objectContaining({ kind: 'unauthenticated' }));
      expect(() => seen?.mustComeFrom('quality')).toThrow(expect.objectContaining({ kind: 'forbidden' }));
    });

    it('is refused without a token', async () => {
      const anonymous = grpcClient(UsersServiceDefinition, { url: slice.grpcUrl });
      expect(await failureOf(anonymous.getAccess({ userId: 'u' }))).toMatchObject(notBelieved);
      // The log says why, and not each time.
      const refusals = () => logged.filter(({ msg }) => msg === 'a call was refused: its token is not believed');
      const rpc = '/admin.v1.UsersService/GetAccess';
      expect(refusals()).toEqual([expect.objectContaining({ cause: 'it is no token', rpc })]);
      expect(await failureOf(anonymous.getAccess({ userId: 'u' }))).toMatchObject(notBelieved);
      expect(refusals()).toHaveLength(1);
      anonymous.close();
    });

    it('is no user who is signed out where a token is not believed: a clock or keys are wrong', async () => {
      const forged = { callerToken: (audience: string) => `${callerToken(aUser())(audience)}x` };
      expect(await failureOf(users.getAccess({ userId: 'u' }, forged))).toMatchObject(notBelieved);
    });
  });
});
