import { createSession, type Session } from '../client/session.js';

/** Signs up as many users as are requested; the first one is the administrator, who approves the others. */
export function startUsers(port: number) {
  const sessions: Session[] = [];
  const base = `http://127.0.0.1:${port}`;

  async function post(path: string, body: object, cookie = '') {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return { cookie: cookies.join('; '), body: (await answer.json()) as { id: string } };
  }

  async function signUp(number: number) {
    const names = { firstName: 'Bench', lastName: `Number ${number}` };
    const signed = await post('/api/signup', {
      ...names,
      email: `bench-${number}@example.org`,
      password: `a long enough password ${number}`,
    });
    const [admin] = sessions;
    if (admin) await post(`/api/admin/users/${signed.body.id}/approve`, {}, admin.cookie);
    sessions.push(createSession(port, signed.cookie));
  }

  return {
    /** The first `count` users, signed in; always the same ones. */
    async sessions(count: number) {
      while (sessions.length < count) await signUp(sessions.length + 1);
      return sessions.slice(0, count);
    },
    close: () => sessions.forEach((session) => session.close()),
  };
}
