import { callsByOwner, addressOf, type CallByOwner, type OwnedThings } from '../../owned-things.js';
import { callUrl, type Answer } from '../call.js';
import { isNothing } from '../ownership/alike.rules.js';
import { randomOf, stepsOf, type Step } from './steps.rules.js';

/** Something a user makes and deletes. */
interface Resource {
  what: keyof OwnedThings;
  make: { path: string; body: (number: number) => unknown };
  /** The id in what making answers. */
  idIn(answer: never): string | number;
  delete: string;
}

const services = ['demo-brief'];
const criteria = [{ name: 'Kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 }];

const resources: readonly Resource[] = [
  {
    what: 'savedQuery',
    make: {
      path: '/api/saved-queries',
      body: (number) => ({ title: `Query ${number}`, content: 'x', selectedAiServices: services }),
    },
    idIn: ({ id }: { id: number }) => id,
    delete: '/api/saved-queries/{id}',
  },
  {
    what: 'preset',
    make: {
      path: '/api/answer-presets',
      body: (number) => ({ name: `Preset ${number}`, settings: {}, aiServices: [] }),
    },
    idIn: ({ id }: { id: string }) => id,
    delete: '/api/answer-presets/{id}',
  },
  {
    what: 'rubric',
    make: { path: '/api/rubrics', body: (number) => ({ text: { name: `Rubric ${number}`, criteria } }) },
    idIn: ({ id }: { id: string }) => id,
    delete: '/api/rubrics/{id}',
  },
  {
    what: 'apiKey',
    make: { path: '/api/account/keys', body: (number) => ({ name: `Key ${number}`, scopes: ['read'] }) },
    idIn: ({ apiKey }: { apiKey: { id: string } }) => apiKey.id,
    delete: '/api/account/keys/{id}',
  },
  {
    what: 'noticeTarget',
    make: {
      path: '/api/notice-targets',
      body: (number) => ({
        kind: 'webhook',
        address: `https://93.184.216.34/${number}`,
        noticeKinds: ['run_failed'],
      }),
    },
    idIn: ({ target }: { target: { id: string } }) => target.id,
    delete: '/api/notice-targets/{id}',
  },
  {
    what: 'conversation',
    make: {
      path: '/api/send-message',
      body: (number) => ({ message: `Hello ${number}`, selectedAIs: services, mode: 'selective', ownComparison: true }),
    },
    idIn: ({ results }: { results: { conversationId: string }[] }) => results[0]!.conversationId,
    delete: '/api/conversations/{id}',
  },
];

/** What was wrong in the lives of resources. */
export interface SequenceFindings {
  calls: number;
  sequences: number;
  wrong: string[];
}

const length = 12;

/** Resources are made, used, deleted and used again, in orders that the seed repeats. */
export async function playSequences(
  url: string,
  cookie: string,
  count: number,
  seed: number,
): Promise<SequenceFindings> {
  const found: SequenceFindings = { calls: 0, sequences: count, wrong: [] };
  for (let number = 0; number < count; number += 1) {
    const random = randomOf(seed * 1_000_003 + number);
    const resource = resources[number % resources.length]!;
    await new Life(url, cookie, resource, random, found).play(stepsOf(random, length));
  }
  return found;
}

class Life {
  readonly #alive: string[] = [];
  readonly #deleted: string[] = [];
  readonly #done: string[] = [];
  readonly #uses: readonly CallByOwner[];

  constructor(
    private readonly url: string,
    private readonly cookie: string,
    private readonly resource: Resource,
    private readonly random: () => number,
    private readonly found: SequenceFindings,
  ) {
    this.#uses = callsByOwner.filter(([route, what]) => what === resource.what && !route.startsWith('DELETE '));
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#take(step);
    // What a sequence has made does not use up what a user may have.
    for (const id of this.#alive.splice(0)) await this.#delete(id);
  }

  async #take(step: Step): Promise<void> {
    if (step === 'create') return this.#create();
    if (step === 'use') return this.#use(this.#some(this.#alive), true);
    if (step === 'use deleted') return this.#use(this.#some(this.#deleted), false);
    if (step === 'delete again') return this.#deleteAgain(this.#some(this.#deleted));
    const id = this.#alive.splice(Math.floor(this.random() * this.#alive.length), 1)[0];
    if (id === undefined) return;
    await this.#delete(id);
    this.#deleted.push(id);
  }

  async #create(): Promise<void> {
    const { path, body } = this.resource.make;
    const answer = await this.#call('POST', path, body(Math.floor(this.random() * 1e6)));
    if (answer.status >= 200 && answer.status < 300)
      this.#alive.push(String(this.resource.idIn(JSON.parse(answer.text) as never)));
    // There may be enough of them.
    else if (![400, 409, 422].includes(answer.status)) this.#wrong(answer, 'made');
  }

  async #use(id: string | undefined, isThere: boolean): Promise<void> {
    const use = this.#uses[Math.floor(this.random() * this.#uses.length)];
    if (id === undefined || !use) return;
    const [route, , body] = use;
    const [method = '', path = ''] = route.split(' ');
    const answer = await this.#call(method, addressOf(path, id), body?.(id));
    if (!isThere && answer.status !== 404 && !isNothing(answer)) this.#wrong(answer, 'not there any more');
    if (isThere && (answer.status === 0 || answer.status === 404 || answer.status >= 500)) this.#wrong(answer, 'there');
  }

  async #delete(id: string): Promise<void> {
    const answer = await this.#call('DELETE', addressOf(this.resource.delete, id));
    if (answer.status !== 204) this.#wrong(answer, 'deleted');
  }

  async #deleteAgain(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const answer = await this.#call('DELETE', addressOf(this.resource.delete, id));
    if (![204, 404].includes(answer.status)) this.#wrong(answer, 'not there any more');
  }

  #some(ids: readonly string[]): string | undefined {
    return ids[Math.floor(this.random() * ids.length)];
  }

  async #call(method: string, path: string, body?: unknown): Promise<Answer> {
    this.found.calls += 1;
    const answer = await callUrl(this.url, { method, path, body, headers: { cookie: this.cookie } });
    this.#done.push(`${method} ${path} → ${answer.status}`);
    return answer;
  }

  #wrong({ text }: Answer, expected: string): void {
    this.found.wrong.push(`${expected}: ${this.#done.slice(-4).join(', ')} ${text.slice(0, 120)}`);
  }
}
