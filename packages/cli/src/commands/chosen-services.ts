import { listAiServices, type AiService } from '@polylogue/api-contract';
import { usageFailure } from '../failure.js';
import type { Server } from '../server/server.js';

/** The services named, by name or display name, in the order named; without names every text service. */
export async function chosenServices(server: Server, names: string | undefined): Promise<AiService[]> {
  const offered = await server.call(listAiServices, { query: { variants: 'true' } });
  if (names === undefined) return offered.filter(({ category, variantOf }) => category === 'text' && !variantOf);
  const wanted = names.split(',').flatMap((name) => name.trim() || []);
  if (wanted.length === 0) throw usageFailure('--to names at least one AI service.');
  return [...new Set(wanted.map((name) => serviceCalled(name, offered)))];
}

function serviceCalled(wanted: string, offered: readonly AiService[]): AiService {
  const isCalled = (name: string) => name.toLowerCase() === wanted.toLowerCase();
  const found = offered.find(({ name }) => isCalled(name)) ?? offered.find(({ displayName }) => isCalled(displayName));
  if (!found) throw usageFailure(`There is no AI service called "${wanted}". "polylogue services" lists them.`);
  return found;
}
