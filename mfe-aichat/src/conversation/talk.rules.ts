import type { AiChatSession, AiChatSetup, AiService } from '@polylogue/api-contract';
import type { Side, Talk } from './conversation.state.js';

export const usualTurnLimit = 20;

/** What is kept of how a conversation is set up: only what was chosen, so that defaults stay those of the catalog. */
export function setupOf({ sides, turnLimit, costLimit, moderator }: Talk): AiChatSetup {
  return {
    sides: sides.map(({ aiService, chosen: { name, color }, role }) => ({ aiService, name, color, role })),
    turnLimit,
    costLimit,
    moderator: moderator?.aiService,
  };
}

/** How one side is shown. */
export function sideOf(
  aiService: string,
  chosen: { name?: string | undefined; color?: string | undefined; role?: string | undefined },
  services: readonly AiService[],
): Side {
  const known = services.find(({ name }) => name === aiService);
  const name = chosen.name?.trim() || undefined;
  return {
    aiService,
    chosen: { name, color: chosen.color },
    role: chosen.role?.trim() || undefined,
    name: name ?? known?.displayName ?? aiService,
    color: chosen.color ?? known?.color ?? '#808080',
  };
}

/** A stored conversation as it is shown again; also where no setup was kept, or a service is gone. */
export function talkOf({ setup, turns }: AiChatSession, services: readonly AiService[]): Talk {
  const spoke = turns.filter(({ kind }) => kind === 'reply').map(({ aiService }) => aiService);
  const others = [...new Set(spoke.map(({ name }) => name))].map((aiService) => ({ aiService }));
  const [first = { aiService: '' }, second = first] = setup.sides.length === 2 ? setup.sides : others;
  const known = [...services, ...spoke.map((label) => ({ ...label }) as AiService)];
  const side = (kept: AiChatSetup['sides'][number]) => sideOf(kept.aiService, kept, known);
  const { turnLimit = usualTurnLimit, costLimit, moderator } = setup;
  return {
    sides: [side(first), side(second)],
    turnLimit,
    costLimit,
    moderator: moderator === undefined ? undefined : { aiService: moderator, name: sideOf(moderator, {}, known).name },
  };
}
